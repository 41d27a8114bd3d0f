export const docs = {
  "docs.failed": "Couldn’t load the API reference. Reload the page.",
  "docs.machineReadable": "OpenAPI document",
  "docs.needsScripts":
    "The interactive API reference needs JavaScript. The OpenAPI document doesn’t.",
  "docs.guide": "Guide",
  "docs.guide.change": "Mark the next episode",
  "docs.guide.errors": "Read errors",
  "docs.guide.errorsText":
    "An error has a message and its status, and names each invalid field under issues. After a 429 or 503, wait as many seconds as Retry-After says.",
  "docs.guide.export": "Export a list",
  "docs.guide.exportText":
    "Formats are mal-xml, json and csv. Needs the scope list:read; only json has everything.",
  "docs.guide.find": "Find titles",
  "docs.guide.findText": "The catalog needs no account. Filters and orders are those of Browse.",
  "docs.guide.list": "Read a list",
  "docs.guide.needsScope": "Needs the scope {scope}.",
  "docs.guide.token": "Create a token",
  "docs.guide.tokenText":
    "Programs send an access token with every request. It allows what its scopes name, and can be revoked at any time.",
  "docs.reference": "Reference",
  "docs.title": "API documentation",
  "docs.description":
    "Everything this site does is available through its API. Requests you send here are real, and use your account when you’re signed in.",
} as const;
