/** Bytes: more than what people send, less than what would take the memory of everybody else. The specification recommends 10 MB. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** What file choosers offer. The bytes decide in the end. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/avif,image/gif";
