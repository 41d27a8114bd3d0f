import type { english } from "./catalogs/en";

/** The English catalog is the pattern of all others: its keys are the keys, its placeholders the values that a message needs. */
type English = typeof english;
export type MessageKey = keyof English;

/** A name as ICU MessageFormat has it between braces; the words of a plural's case are none. */
type Name<Text extends string> = Text extends "" | `${string} ${string}` | `${string}#${string}`
  ? never
  : Text;
type Names<Text extends string> = Text extends `${string}{${infer Rest}`
  ? | (Rest extends `${infer Inner}}${string}`
        ? Inner extends `${infer Head},${string}`
          ? Name<Head>
          : Name<Inner>
        : never)
    | Names<Rest>
  : never;

/** The values that a message needs, as the arguments after its key: none, or an object that has them all. */
export type MessageValues<Key extends MessageKey> = [Names<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<English[Key]>, string | number>>];

/** Keys that take no values, for tables of labels. */
export type PlainKey = {
  [Key in MessageKey]: [Names<English[Key]>] extends [never] ? Key : never;
}[MessageKey];

/** A room of a catalog in another language: the keys of the English one, all of them and no others. */
export type RoomLike<Room> = Readonly<Record<keyof Room, string>>;
