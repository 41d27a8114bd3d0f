export const PASSWORD_RULES = [
  {
    name: "length",
    holds: (password: string) => [...password].length >= 6 && [...password].length <= 20,
  },
  {
    name: "lower",
    holds: (password: string) => /[a-z]/.test(password),
  },
  {
    name: "upper",
    holds: (password: string) => /[A-Z]/.test(password),
  },
  { name: "digit", holds: (password: string) => /[0-9]/.test(password) },
  {
    name: "symbol",
    holds: (password: string) => /[!@#$%^&*]/.test(password),
  },
] as const;
