/** The page for times without a network. */
export const offline = {
  "offline.emptyList": "There was nothing on it.",
  "offline.retry": "Try again",
  "offline.savedOn": "As it was on {day}.",
  "offline.title": "You are offline",
  "offline.words": "Akari cannot be reached at the moment. It comes back with your connection.",
} as const;
