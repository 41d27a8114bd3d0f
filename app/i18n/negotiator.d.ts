/** The part of negotiator's API that is used; @types/negotiator describes 0.6. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    languages(): string[];
    encodings<Name extends string>(
      available: readonly Name[],
      options: { preferred: readonly Name[] },
    ): Name[];
  }
}
