export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** Types that file dialogs offer; the server sniffs. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/avif,image/gif";
