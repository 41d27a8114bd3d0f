import type { offline as english } from "~/i18n/messages/en/offline";
import type { Translation } from "~/i18n/message-types";

export const offline: Translation<typeof english> = {
  "offline.emptyList": "Esta lista estaba vacía.",
  "offline.more":
    "{count, plural, one {# título más solo está disponible con conexión.} other {# títulos más solo están disponibles con conexión.}}",
  "offline.retry": "Reintentar",
  "offline.savedOn": "Guardado el {day}.",
  "offline.title": "Sin conexión",
  "offline.description": "Ahora mismo no se puede acceder a Akari. Volverá cuando tengas conexión.",
};
