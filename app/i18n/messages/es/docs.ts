import type { docs as english } from "~/i18n/messages/en/docs";
import type { Translation } from "~/i18n/message-types";

export const docs: Translation<typeof english> = {
  "docs.failed": "No se ha podido cargar la referencia de la API. Vuelve a cargar la página.",
  "docs.machineReadable": "Documento OpenAPI",
  "docs.needsScripts":
    "La referencia interactiva de la API necesita JavaScript. El documento OpenAPI no.",
  "docs.guide": "Guía",
  "docs.guide.change": "Marcar el siguiente episodio",
  "docs.guide.errors": "Leer los errores",
  "docs.guide.errorsText":
    "Un error tiene un mensaje y su código, y nombra cada campo no válido en issues. Tras un 429 o un 503, espera los segundos que indica Retry-After.",
  "docs.guide.export": "Exportar una lista",
  "docs.guide.exportText":
    "Los formatos son mal-xml, json y csv. Necesita el permiso list:read; solo json lo contiene todo.",
  "docs.guide.find": "Buscar títulos",
  "docs.guide.findText":
    "El catálogo no necesita cuenta. Los filtros y órdenes son los de Explorar.",
  "docs.guide.list": "Leer una lista",
  "docs.guide.needsScope": "Necesita el permiso {scope}.",
  "docs.guide.token": "Crear un token",
  "docs.guide.tokenText":
    "Los programas envían un token de acceso con cada petición. Permite lo que nombran sus permisos y se puede revocar en cualquier momento.",
  "docs.reference": "Referencia",
  "docs.title": "Documentación de la API",
  "docs.description":
    "Todo lo que hace este sitio está disponible a través de su API. Las peticiones que envíes aquí son reales y usan tu cuenta si has iniciado sesión.",
};
