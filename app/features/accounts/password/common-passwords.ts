/**
 * The words and patterns that top every published list of leaked passwords and still satisfy specification 2.6 once they are
 * capitalised and get a digit and a symbol. Compared without case, digits at the end and symbols, so one entry covers its variants.
 */
const COMMON_STEMS = new Set(
  (
    "password passw0rd p4ssword p4ssw0rd pass passwort contrasena motdepasse qwerty qwertyuiop qwertz azerty asdfgh asdf zxcvbn qazwsx zaq1xsw2 1qaz2wsx " +
    "1q2w3e4r 1q2w3e q1w2e3r4 admin administrator root user guest login welcome letmein master monkey dragon shadow sunshine princess football " +
    "baseball superman batman iloveyou hello whatever trustno1 starwars pokemon naruto akari anime secret changeme default test test123 temp abc abcd " +
    "abcdef abc123 a1b2c3 a1b2c3d4 summer winter spring autumn january monday google computer internet samsung michael jordan charlie ashley"
  ).split(" "),
);

/**
 * Whether a password is one of the first that anybody would try: a well-known word with the usual ornaments. The specification says which passwords an account
 * may have, so this refuses none: the form advises against it while it is typed.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const unleeted = lower.replace(/@/g, "a").replace(/\$/g, "s").replace(/!/g, "i");
  return [lower, unleeted].some((text) => stems(text).some((stem) => COMMON_STEMS.has(stem)));
}

function stems(text: string): string[] {
  const withoutSymbols = text.replace(/[!@#$%^&*]/g, "");
  return [
    withoutSymbols,
    withoutSymbols.replace(/\d+$/, ""),
    withoutSymbols.replace(/^\d+|\d+$/g, ""),
    text.replace(/[!@#$%^&*\d]+$/, ""),
  ];
}
