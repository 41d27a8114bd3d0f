import { Secret, TOTP } from "otpauth";
import { TOTP_DIGITS } from "./code-input";

/** What every authenticator app knows (RFC 6238); some ignore other values. */
const ALGORITHM = "SHA1";
const PERIOD_SECONDS = 30;
/** The length that RFC 4226 recommends, 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the step before and after are accepted, for clocks that differ. */
const WINDOW = 1;

/** Makes a secret in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code says to an authenticator app. */
export function totpUri(secret: string, { site, email }: { site: string; email: string }): string {
  // A colon separates the issuer from the label.
  return totpOf(secret, { issuer: site.replaceAll(":", " "), label: email }).toString();
}

/** The time step that a code belongs to, or null for a wrong code. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: ALGORITHM,
    digits: TOTP_DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
