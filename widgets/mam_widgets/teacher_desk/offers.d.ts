// What actions.toml says, as shared/offers.py reads it.

/** What is offered on the pages of this shelf. */
export const OFFERS: import("../shared/ui/offers.js").Offer[];
