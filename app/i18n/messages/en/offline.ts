export const offline = {
  "offline.emptyList": "This list was empty.",
  "offline.more":
    "{count, plural, one {# more title is only available online.} other {# more titles are only available online.}}",
  "offline.retry": "Try again",
  "offline.savedOn": "Saved on {day}.",
  "offline.title": "You’re offline",
  "offline.description": "Akari can’t be reached right now. It will be back when you’re online.",
} as const;
