/**
 * The largest uploaded file. Larger catalogs fit when compressed, or go through the command line.
 */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;
