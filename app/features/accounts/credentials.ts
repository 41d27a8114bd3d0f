import { z } from "zod";
import { PASSWORD_RULES } from "./password/password-rules";

/** PostgreSQL's text cannot hold NUL, and no name or address of a person does. */
const NO_NUL = /^[^\0]*$/;

/** Postel's rule for addresses: trimmed, one @, a domain with a dot, no blanks; 254 characters as SMTP allows. */
export const emailSchema = z
  .string("Enter your e-mail address.")
  .trim()
  .max(254, "The e-mail address is too long.")
  .regex(
    /^[^\s@\0<>()[\],;:"\\]+@[^\s@\0<>()[\],;:"\\.]+(?:\.[^\s@\0<>()[\],;:"\\.]+)+$/,
    "Enter a valid e-mail address.",
  );

/** bcrypt reads 72 bytes; a password that is longer in UTF-8 would be cut there, and two of them could be one. */
const BCRYPT_BYTES = 72;

/** A password by the rules. It is never trimmed: blanks are part of it. */
export const passwordSchema = z
  .string("Enter a password.")
  .max(200, "The password is too long.")
  .superRefine((password, context) => {
    const broken = PASSWORD_RULES.filter((rule) => !rule.holds(password));
    if (broken.length > 0) {
      context.addIssue({
        code: "custom",
        message: `The password needs ${broken.map((rule) => rule.words).join(", ")}.`,
      });
    } else if (!NO_NUL.test(password) || new TextEncoder().encode(password).length > BCRYPT_BYTES) {
      context.addIssue({
        code: "custom",
        message: "The password has characters that take too much room. Use fewer emoji.",
      });
    }
  });

export const userNameSchema = z
  .string("Enter a user name.")
  .trim()
  .regex(NO_NUL, "The user name has a character that cannot be stored.")
  .refine((name) => [...name].length >= 3, "The user name needs at least 3 characters.")
  .refine((name) => [...name].length <= 64, "The user name may have at most 64 characters.");

/** Sign-up (specification 2.6): `user_name` is the metadata's spelling of `username`. */
export const signUpSchema = z
  .object({
    username: userNameSchema.optional(),
    user_name: userNameSchema.optional(),
    email: emailSchema,
    password: passwordSchema,
  })
  // Said beside what is wrong with the other fields, not after they are right.
  .refine(({ username, user_name }) => username !== undefined || user_name !== undefined, {
    path: ["username"],
    message: "Enter a user name.",
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  })
  .transform(({ username, user_name, email, password }) => ({
    userName: username ?? user_name ?? "",
    email,
    password,
  }));

/** Sign-in by the API: whatever was accepted once must be able to come back, so only the types and sizes are checked. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z
    .string("Enter your password.")
    .min(1, "Enter your password.")
    .max(200, "The password is too long."),
});

/** Sign-in by a form applies the rules of specification 2.6 to the password as well. */
export const signInFormSchema = signInSchema.extend({ password: passwordSchema });

export type SignUpInput = z.output<typeof signUpSchema>;
export type SignInInput = z.output<typeof signInSchema>;

/** What makes two spellings of an address one account. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
