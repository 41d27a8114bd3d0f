/**
 * The top of published lists of leaked passwords that satisfy specification 2.6 with a capital, a
 * digit and a symbol. Compared without case, trailing digits and symbols, so one entry covers its
 * variants.
 */
const COMMON_STEMS = new Set(
  (
    "password passw0rd p4ssword p4ssw0rd pass passwort contrasena motdepasse qwerty qwertyuiop qwertz azerty asdfgh asdf zxcvbn qazwsx zaq1xsw2 1qaz2wsx " +
    "1q2w3e4r 1q2w3e q1w2e3r4 admin administrator root user guest login welcome letmein master monkey dragon shadow sunshine princess football " +
    "baseball superman batman iloveyou hello whatever trustno1 starwars pokemon naruto akari anime secret changeme default test test123 temp abc abcd " +
    "abcdef abc123 a1b2c3 a1b2c3d4 summer winter spring autumn january monday google computer internet samsung michael jordan charlie ashley"
  ).split(" "),
);

/** The form warns about these; they are not rejected. */
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
