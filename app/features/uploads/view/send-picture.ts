import type { PlainKey } from "~/language/messages";

/** A picture on its way to the server. */
interface Shipment {
  file: File;
  isBanner: boolean;
  /** The part to keep, as a form's field holds it; empty for the middle of the whole. */
  crop: string;
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Why a picture did not arrive, in the page's words. */
export class PictureRefused extends Error {
  constructor(readonly words: PlainKey) {
    super(words);
  }
}

/** Sends a picture to the upload and answers its address. Rejects with `PictureRefused`. */
export function sendPicture({
  file,
  isBanner,
  crop,
  onProgress,
  signal,
}: Shipment): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  form.set("isBanner", String(isBanner));
  form.set("crop", crop);
  return new Promise((resolve, reject) => {
    // Unlike fetch it tells how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", "/api/uploadImage");
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener("load", () => {
      const address = textAt(request.responseText, "data");
      if (request.status === 200 && address !== null) resolve(address);
      else reject(new PictureRefused(refusalOf(request.status, request.responseText)));
    });
    request.addEventListener("error", () => reject(new PictureRefused("pictures.lost")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function refusalOf(status: number, answer: string): PlainKey {
  switch (status) {
    case 400: {
      const message = textAt(answer, "issues", "0", "message") ?? "";
      if (message.includes("megapixels")) return "pictures.tooManyPixels";
      return message.includes("cannot be read") ? "pictures.unreadable" : "pictures.noImage";
    }
    case 401:
      return "pictures.signedOut";
    // Files over the limit are not sent, so it is the sum of all pictures.
    case 413:
      return "pictures.quota";
    case 503:
      return "pictures.tooBusy";
    default:
      return "pictures.failed";
  }
}

/** The text at the end of a path through a JSON answer, or null. */
function textAt(answer: string, ...path: readonly string[]): string | null {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return null;
  }
  for (const key of path)
    value =
      typeof value === "object" && value !== null
        ? (value as Record<string, unknown>)[key]
        : undefined;
  return typeof value === "string" ? value : null;
}
