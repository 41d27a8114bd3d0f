import type { ErrorMessage } from "~/i18n/error-message";
import { errorCode } from "~/errors/error-code";
import { errorMessage } from "~/errors/error-message";
import type { MediaInfo } from "./container-info";
import { probeMediaFile } from "./probe-media-file.server";
import { UnreadableMedia } from "./unreadable-media";

/** Errors lose their class when sent between threads. */
export type ProbeOutcome =
  | { info: MediaInfo }
  | { unreadable: readonly ErrorMessage[] }
  | { failed: { code: string; message: string } };

export default async function run(path: string): Promise<ProbeOutcome> {
  try {
    return { info: await probeMediaFile(path) };
  } catch (error) {
    if (error instanceof UnreadableMedia) return { unreadable: error.texts };
    return { failed: { code: errorCode(error), message: errorMessage(error) } };
  }
}
