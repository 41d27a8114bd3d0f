import { zodMessage } from "~/i18n/error-message";
import { nameText } from "~/i18n/name-text";
import { z } from "zod";
import { invitationCodeSchema } from "./invitations/invitation-input";
import { PASSWORD_RULES } from "./password/password-rules";

/** PostgreSQL's `text` cannot hold NUL. */
const NO_NUL = /^[^\0]*$/;

/**
 * Lenient (RFC 5321 allows more): one @, a domain with a dot, no spaces, at most 254 characters.
 */
export const emailSchema = z
  .string(zodMessage("email.required"))
  .trim()
  .max(254, zodMessage("email.tooLong"))
  .regex(
    /^[^\s@\0<>()[\],;:"\\]+@[^\s@\0<>()[\],;:"\\.]+(?:\.[^\s@\0<>()[\],;:"\\.]+)+$/,
    zodMessage("email.invalid"),
  );

/** bcrypt ignores further bytes. */
const BCRYPT_BYTES = 72;

export const passwordSchema = z
  .string(zodMessage("password.create"))
  .max(200, zodMessage("password.tooLong"))
  .superRefine((password, context) => {
    const broken = PASSWORD_RULES.filter((rule) => !rule.holds(password));
    if (broken.length > 0) {
      context.addIssue({
        code: "custom",
        message: zodMessage({
          key: "password.rules",
          values: { rules: broken.map(({ name }) => `password.rule.${name}` as const) },
        }),
      });
    } else if (!NO_NUL.test(password) || new TextEncoder().encode(password).length > BCRYPT_BYTES) {
      context.addIssue({
        code: "custom",
        message: zodMessage("password.tooManyBytes"),
      });
    }
  });

const userNameSchema = nameText({
  min: 3,
  max: 64,
  required: "userName.required",
  invalid: "userName.invalid",
  tooShort: { key: "userName.tooShort", values: { min: 3 } },
  tooLong: { key: "userName.tooLong", values: { max: 64 } },
});

/** Specification 2.6; its metadata calls `username` `user_name`. */
export const signUpSchema = z
  .object({
    username: userNameSchema.optional(),
    user_name: userNameSchema.optional(),
    email: emailSchema,
    password: passwordSchema,
    invitation: invitationCodeSchema,
  })
  .refine(({ username, user_name }) => username !== undefined || user_name !== undefined, {
    path: ["username"],
    message: zodMessage("userName.required"),
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  })
  .transform(({ username, user_name, email, password, invitation }) => ({
    userName: username ?? user_name ?? "",
    email,
    password,
    invitation,
  }));

/** Checks types and sizes only, so that passwords from before a change of the rules still work. */
export const currentPasswordSchema = z
  .string(zodMessage("password.required"))
  .min(1, zodMessage("password.required"))
  .max(200, zodMessage("password.tooLong"));

/** Programs sign in with the email address. */
export const signInSchema = z
  .object({ email: emailSchema, password: currentPasswordSchema })
  .transform(({ email, password }): SignInInput => ({ login: email, password }));

/** Programs may send the user name instead. */
export const signInByNameSchema = z
  .object({
    username: userNameSchema.refine(isUserName, zodMessage("userName.invalid")),
    password: currentPasswordSchema,
  })
  .transform(({ username, password }): SignInInput => ({ login: username, password }));

/**
 * The form's field takes the email address or the user name. It applies the rules of new passwords,
 * as the specification has it, and answers one that breaks them as a wrong one: a list of rules
 * would only mislead.
 */
export const signInFormSchema = z
  .object({
    email: z
      .string(zodMessage("login.required"))
      .trim()
      .min(1, { error: zodMessage("login.required"), abort: true })
      .superRefine((text, context) => {
        const schema = isUserName(text) ? userNameSchema : emailSchema;
        for (const { message } of schema.safeParse(text).error?.issues ?? [])
          context.addIssue({ code: "custom", message });
      }),
    password: currentPasswordSchema.refine(
      (password) => passwordSchema.safeParse(password).success,
      zodMessage("account.wrongCredentialsOnPage"),
    ),
  })
  .transform(({ email, password }): SignInInput => ({ login: email, password }));

export const changePasswordSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: passwordSchema,
  /** Whether other sessions and access tokens stay. */
  keepAccess: z.boolean().default(false),
});

export type ChangePasswordInput = z.output<typeof changePasswordSchema>;
export type SignUpInput = z.output<typeof signUpSchema>;
export interface SignInInput {
  /** An email address, or a user name, which has no @. */
  login: string;
  password: string;
}

/** Tells a user name from an email address. User names with an @ cannot be used to sign in. */
export function isUserName(login: string): boolean {
  return !login.includes("@");
}

/** Email addresses with equal keys belong to one account. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
