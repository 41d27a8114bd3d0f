export const docs = {
  "docs.failed": "Couldn’t load the API reference. Reload the page.",
  "docs.machineReadable": "OpenAPI document",
  "docs.needsScripts":
    "The interactive API reference needs JavaScript. The OpenAPI document doesn’t.",
  "docs.title": "API documentation",
  "docs.description":
    "Everything this site does is available through its API. Requests you send here are real, and use your account when you’re signed in.",
} as const;
