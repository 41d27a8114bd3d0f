import type { offline as english } from "~/language/catalogs/en/offline";
import type { RoomLike } from "~/language/messages";

export const offline: RoomLike<typeof english> = {
  "offline.emptyList": "No había nada en ella.",
  "offline.retry": "Volver a intentarlo",
  "offline.savedOn": "Tal como estaba el {day}.",
  "offline.title": "Sin conexión",
  "offline.words": "Ahora mismo no se puede llegar a Akari. Volverá con tu conexión.",
};
