import type { docs as english } from "~/i18n/messages/en/docs";
import type { Translation } from "~/i18n/message-types";

export const docs: Translation<typeof english> = {
  "docs.failed": "No se pudo cargar la descripción. Vuelve a cargar la página.",
  "docs.machineReadable": "La descripción para programas (OpenAPI)",
  "docs.needsScripts":
    "Para leer y probar la API en esta página hacen falta scripts. La descripción para programas no los necesita.",
  "docs.title": "API",
  "docs.words":
    "Todo lo que hace este sitio también pueden pedirlo los programas. Lo que pruebes aquí ocurre de verdad, en tu propia cuenta si has entrado.",
};
