/** Pairs of characters, which the package's own types leave out. */
declare module "opencc-js/dict/*" {
  const dictionary: string;
  export default dictionary;
}
