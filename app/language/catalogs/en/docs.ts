/** The page of the API. */
export const docs = {
  "docs.failed": "The description could not be loaded. Please load the page again.",
  "docs.machineReadable": "The description for programs (OpenAPI)",
  "docs.needsScripts":
    "Reading and trying the API on this page needs scripts. The description for programs does not.",
  "docs.title": "API",
  "docs.words":
    "Everything this site does can be called by programs as well. What you try here happens for real, in your own account when you are signed in.",
} as const;
