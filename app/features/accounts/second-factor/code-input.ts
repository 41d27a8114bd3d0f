import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";

export const TOTP_DIGITS = 6;
/** 120 bits in base32: enough that a plain hash of it cannot be searched (ASVS 6.5.2). */
export const RECOVERY_CODE_LENGTH = 24;
/** Crockford's, without letters that look like digits. */
export const RECOVERY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export type SecondFactorCode = { kind: "app"; code: string } | { kind: "recovery"; code: string };

const MAX_TYPED_LENGTH = 64;
const APP_CODE = new RegExp(`^\\d{${TOTP_DIGITS}}$`);
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`);

/** A code of the authenticator app or a recovery code, in whatever groups it was typed. */
export const secondFactorCodeSchema = z
  .string(zodMessage("secondFactor.codeRequired"))
  .max(MAX_TYPED_LENGTH, zodMessage("secondFactor.codeFormat"))
  .transform((typed, context): SecondFactorCode => {
    const code = typed
      .normalize("NFKC")
      .replace(/[\s\p{Pd}]/gu, "")
      .toLowerCase();
    if (APP_CODE.test(code)) return { kind: "app", code };
    const readable = code.replaceAll("o", "0").replace(/[il]/g, "1");
    if (RECOVERY_CODE.test(readable)) return { kind: "recovery", code: readable };
    context.addIssue({
      code: "custom",
      message: zodMessage(code === "" ? "secondFactor.codeRequired" : "secondFactor.codeFormat"),
    });
    return z.NEVER;
  });
