// Places: what pictures of Chance have in common.

/** The path of a filled circle. */
export const disk = (x, y, r) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** The nearest of these values. */
export const nearest = (values, wanted) => values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));

/** The stops of a control, as numbers. */
export const valuesOf = ({ options }) => options.map(({ value }) => Number(value));

/** A proportion in percent. */
export const percent = (value) => `${(100 * value).toFixed(1)}%`;

/** The option of a control whose part of the width, in equal parts, has this place in it. */
export function optionAt({ options }, place) {
  return options[Math.max(0, Math.min(options.length - 1, Math.floor(place * options.length)))].value;
}
