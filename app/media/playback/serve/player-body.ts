/** A request for a derivative of a file. */
export interface PlayerRequest {
  parameters: URLSearchParams;
  signal: AbortSignal;
  client: string;
}

/** The bytes of a derivative. */
export interface PlayerBody {
  type: string;
  body: Buffer;
  /** Whether the file's version in the URL covers it. */
  isImmutable: boolean;
}

/** A playlist depends on the machine's encoders, too. */
export function playlistBody(playlist: string): PlayerBody {
  return {
    type: "application/vnd.apple.mpegurl",
    body: Buffer.from(playlist),
    isImmutable: false,
  };
}

/** A body that follows from the file alone. */
export function immutableBody(type: string, body: Buffer): PlayerBody {
  return { type, body, isImmutable: true };
}
