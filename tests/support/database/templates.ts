/** A template that is migrated and empty. */
export const TEMPLATE = "akari_template";

/** A database as the first start of a site leaves it, with the starter catalog. */
export const STARTER_TEMPLATE = "akari_starter_template";
