/** A title of the starter catalog, with episodes. */
const TITLE = 52991;
const ENTRY = { animeId: TITLE, type: "Watching" };
const IMAGE = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** What the interactive page fills in, so that its requests run. By name, in every query. */
const PARAMETERS: Readonly<Record<string, unknown>> = {
  animeId: TITLE,
  ep: 1,
  id: TITLE,
  mal_id: TITLE,
  url: "https://example.org/picture.jpg",
};

/** Examples of an operation's parameters where the name alone does not tell. */
const OWN_PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "get /api/characters": { id: 1 },
  "get /api/people": { id: 1 },
  "delete /api/user/passkeys": { id: "ZGV2aWNl" },
  "delete /api/user/tokens": { id: "3f0c6f1e-7f39-4d0c-9c53-0f6f9f0f5c11" },
  "get /api/videoproxy": { url: "https://example.org/playlist.m3u8" },
};

/** What browsers return for a passkey, without the bytes that one made. */
const CREDENTIAL = { id: "ZGV2aWNl", rawId: "ZGV2aWNl", type: "public-key", response: {} };

const PUSH_ENDPOINT = "https://push.example.net/v2/abc";

const PROFILE = "8a6e0804-2bd0-4672-b79d-d97027f9071a";

/** JSON bodies, by operation in lower case. */
const BODIES: Readonly<Record<string, unknown>> = {
  "post /api/auth/signup": {
    username: "faye",
    email: "faye@example.org",
    password: "Lantern!7road",
  },
  "post /api/auth/signin": { email: "faye@example.org", password: "Lantern!7road" },
  "post /api/auth/oauth": { returnTo: "/list" },
  "post /api/auth/passkey/options": { purpose: "sign-in" },
  "post /api/auth/passkey": { credential: CREDENTIAL, purpose: "sign-in" },
  "post /api/saveuserpreferences": { enfasiscolor: "#0057e7", parentalControl: true },
  "post /api/user/saveuserpreferences": { enfasiscolor: "#0057e7", parentalControl: true },
  "post /api/user/sitepreferences": { theme: "dark", titleLanguage: "english" },
  "post /api/user/profile": {
    name: "Faye",
    last_name: "Valentine",
    gender: "Female",
    bio: "Detective stories and space westerns.",
    favorite_genres: ["Drama"],
    favorite_animes: [TITLE],
  },
  "post /api/user/updateprofile": { name: "Faye" },
  "post /api/saveimage": { image: IMAGE },
  "post /api/user/watchlist": ENTRY,
  "delete /api/user/watchlist": { animeId: TITLE },
  "post /api/user/watchlist/add": ENTRY,
  "delete /api/user/watchlist/remove": { animeId: TITLE },
  "put /api/user/watchlist/update": ENTRY,
  "patch /api/user/watchlist/entry": { animeId: TITLE, state: "watching", score: 85 },
  "post /api/user/watchlist/seen": { animeId: TITLE, episode: 1, seen: true },
  "post /api/user/watchlist/bulk": { animeIds: [TITLE], set: { priority: 1 } },
  "post /api/user/watchlist/undo": { eventId: "1" },
  "post /api/user/watchlist/redo": { eventId: "1" },
  "post /api/user/watchlist/import": [{ mal_id: TITLE, type: "Watching" }],
  "post /api/user/progress": { animeId: TITLE, episode: 1, position: 120, duration: 1440 },
  "post /api/user/searchhistory": { query: "frieren" },
  "post /api/user/favorites": { type: "studio", name: "Madhouse" },
  "delete /api/user/favorites": { type: "studio", name: "Madhouse" },
  "post /api/user/wishes": { animeId: TITLE, episode: 1 },
  "delete /api/user/wishes": { animeId: TITLE, episode: 1 },
  "post /api/user/notifications/read": { all: true },
  "post /api/user/push": {
    endpoint: PUSH_ENDPOINT,
    keys: {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  },
  "delete /api/user/push": { endpoint: PUSH_ENDPOINT },
  "delete /api/user/account": { password: "Lantern!7road" },
  "post /api/user/password": { currentPassword: "Lantern!7road", newPassword: "Lantern!8road" },
  "post /api/user/email": { email: "faye@example.org", currentPassword: "Lantern!7road" },
  "post /api/user/profiles": { name: "Ed", pin: "2468" },
  "patch /api/user/profiles": { id: PROFILE, name: "Edward" },
  "delete /api/user/profiles": { id: PROFILE },
  "post /api/session/profile": { id: PROFILE, pin: "2468" },
  "post /api/user/passkeys/options": {},
  "post /api/user/passkeys": { credential: CREDENTIAL, name: "My laptop" },
  "patch /api/user/passkeys": { id: "ZGV2aWNl", name: "My laptop" },
  "post /api/user/tokens": { name: "My script", scopes: ["list:read"], expiresInDays: 90 },
  "post /api/uploadimage": { image: IMAGE, filename: "avatar.gif" },
  "post /api/cspreport": { "csp-report": { "document-uri": "https://example.org/" } },
};

/**
 * Returns an example; undefined for parameters that a request can leave out. `operation` is such as
 * `get /api/animes`.
 */
export function parameterExample(operation: string, name: string): unknown {
  return OWN_PARAMETERS[operation.toLowerCase()]?.[name] ?? PARAMETERS[name];
}

export function bodyExample(operation: string): unknown {
  return BODIES[operation.toLowerCase()];
}
