import type { english } from "./messages/en";

/** The English catalog defines the keys, and by its placeholders the values. */
type English = typeof english;
export type MessageKey = keyof English;

/** The text of a plural case is not a name. */
type Name<Text extends string> = Text extends "" | `${string} ${string}` | `${string}#${string}`
  ? never
  : Text;
export type PlaceholderNames<Text extends string> = Text extends `${string}{${infer Rest}`
  ? | (Rest extends `${infer Inner}}${string}`
        ? Inner extends `${infer Head},${string}`
          ? Name<Head>
          : Name<Inner>
        : never)
    | PlaceholderNames<Rest>
  : never;

/** None, or an object with every value of the message. */
export type MessageValues<Key extends MessageKey> = [PlaceholderNames<English[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<English[Key]>, string | number>>];

/** Keys without values, for tables of labels. */
export type PlainKey = {
  [Key in MessageKey]: [PlaceholderNames<English[Key]>] extends [never] ? Key : never;
}[MessageKey];

/** Exactly the keys of the English catalog. */
export type Translation<Room> = Readonly<Record<keyof Room, string>>;
