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

/** Sends a picture to the upload and answers its address. Rejects with an `Error` whose message is for people. */
export function sendPicture({ file, isBanner, crop, onProgress, signal }: Shipment): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  form.set("isBanner", String(isBanner));
  form.set("crop", crop);
  return new Promise((resolve, reject) => {
    // Unlike fetch it tells how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", "/api/uploadImage");
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      const address = textAt(parsed(request.responseText), "data");
      if (request.status === 200 && address !== null) resolve(address);
      else reject(new Error(refusalInWords(request.status, request.responseText)));
    });
    request.addEventListener("error", () => reject(new Error("The connection was lost before the picture was there. Try again.")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function refusalInWords(status: number, text: string): string {
  if (status === 401) return "You are signed out. Sign in again, then choose the picture once more.";
  if (status === 503) return "Too many pictures are being uploaded right now. Try again in a moment.";
  const refusal = parsed(text);
  const words = textAt(refusal, "issues", "0", "message") ?? textAt(refusal, "error");
  return status < 500 && words !== null ? words : "The picture could not be stored. Try again in a while.";
}

/** The text at the end of a path through an answer, or null. */
function textAt(answer: unknown, ...path: readonly string[]): string | null {
  let value = answer;
  for (const key of path) value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof value === "string" ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
