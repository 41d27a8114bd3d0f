/** Whether it is in a media folder: such sources depend on the device, and their URLs expire. */
export function isMediaFileUrl(url: string): boolean {
  return url.startsWith("/media/files/");
}
