declare module "m3u8-parser" {
  /** Reads a playlist in parts; the package brings no types of its own. */
  export class Parser {
    readonly manifest: unknown;
    push(text: string): void;
    end(): void;
  }
}
