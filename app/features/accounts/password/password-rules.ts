/** The rules of specification 2.6, each with the words that the form shows beside its tick. */
export const PASSWORD_RULES = [
  {
    name: "length",
    words: "6 to 20 characters",
    holds: (password: string) => [...password].length >= 6 && [...password].length <= 20,
  },
  {
    name: "lower",
    words: "a lowercase letter",
    holds: (password: string) => /[a-z]/.test(password),
  },
  {
    name: "upper",
    words: "an uppercase letter",
    holds: (password: string) => /[A-Z]/.test(password),
  },
  { name: "digit", words: "a digit", holds: (password: string) => /[0-9]/.test(password) },
  {
    name: "symbol",
    words: "one of the symbols ! @ # $ % ^ & *",
    holds: (password: string) => /[!@#$%^&*]/.test(password),
  },
] as const;
