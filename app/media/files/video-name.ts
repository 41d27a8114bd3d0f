const VIDEO = /\.(?:mkv|mk3d|mp4|m4v|mov|webm|avi|ts|m2ts|mts)$/iu;

/** Whether a file is a video by its name, and not a `._` file that macOS leaves beside others. */
export function isVideoName(name: string): boolean {
  return VIDEO.test(name) && !name.startsWith("._");
}
