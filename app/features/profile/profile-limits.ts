/** Code points, counting a line break as one. */
export const MAX_BIO_LENGTH = 500;
