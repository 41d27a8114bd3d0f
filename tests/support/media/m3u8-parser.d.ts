declare module "m3u8-parser" {
  /** The package has no types. */
  export class Parser {
    readonly manifest: unknown;
    push(text: string): void;
    end(): void;
  }
}
