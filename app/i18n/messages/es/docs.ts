import type { docs as english } from "~/i18n/messages/en/docs";
import type { Translation } from "~/i18n/message-types";

export const docs: Translation<typeof english> = {
  "docs.failed": "No se ha podido cargar la referencia de la API. Vuelve a cargar la página.",
  "docs.machineReadable": "Documento OpenAPI",
  "docs.needsScripts":
    "La referencia interactiva de la API necesita JavaScript. El documento OpenAPI no.",
  "docs.title": "Documentación de la API",
  "docs.description":
    "Todo lo que hace este sitio está disponible a través de su API. Las peticiones que envíes aquí son reales y usan tu cuenta si has iniciado sesión.",
};
