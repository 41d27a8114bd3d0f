// This module imports no zod, so that the browser can load it.
export const MAX_DELAY_HOURS = 72;
