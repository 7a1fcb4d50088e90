// Plots: curves, bars and intervals as drawings that follow the theme, each with its table.
