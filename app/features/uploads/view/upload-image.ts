import { href } from "react-router";
import type { PlainKey } from "~/i18n/message-types";

interface UploadRequest {
  file: File;
  isBanner: boolean;
  crop: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export class UploadRefused extends Error {
  constructor(readonly messageKey: PlainKey) {
    super(messageKey);
  }
}

/** Rejects with `UploadRefused`. */
export function uploadImage({
  file,
  isBanner,
  crop,
  onProgress,
  signal,
}: UploadRequest): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  form.set("isBanner", String(isBanner));
  form.set("crop", crop);
  return new Promise((resolve, reject) => {
    // Reports progress, unlike fetch.
    const request = new XMLHttpRequest();
    request.open("POST", href("/api/uploadImage"));
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener("load", () => {
      const url = textAt(request.responseText, "data");
      if (request.status === 200 && url !== null) resolve(url);
      else reject(new UploadRefused(refusalOf(request.status, request.responseText)));
    });
    request.addEventListener("error", () => reject(new UploadRefused("images.lost")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function refusalOf(status: number, responseText: string): PlainKey {
  switch (status) {
    case 400: {
      const message = textAt(responseText, "issues", "0", "message") ?? "";
      if (message.includes("megapixels")) return "images.tooManyPixels";
      return message.includes("decoded") ? "images.unreadable" : "images.noImage";
    }
    case 401:
      return "images.signedOut";
    // The quota: larger files are never sent.
    case 413:
      return "images.quota";
    case 503:
      return "images.tooBusy";
    default:
      return "images.failed";
  }
}

function textAt(responseText: string, ...path: readonly string[]): string | null {
  let value: unknown;
  try {
    value = JSON.parse(responseText);
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
