import type { images as english } from "~/i18n/messages/en/images";
import type { Translation } from "~/i18n/message-types";

export const images: Translation<typeof english> = {
  "images.avatar": "Foto",
  "images.banner": "Portada",
  "images.cancel": "Cancelar",
  "images.change": "Cambiar la foto o la portada",
  "images.choose": "Elegir una imagen…",
  "images.chooseOf": "{label}: elegir una imagen",
  "images.cropAvatar": "Recortar foto",
  "images.cropBanner": "Recortar portada",
  "images.cropHow": "Arrastra la imagen para moverla, o usa las flechas del teclado.",
  "images.cropPart": "Área de recorte. Muévela con las flechas.",
  "images.failed": "No se ha podido guardar la imagen. Inténtalo más tarde.",
  "images.hint": "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. También puedes soltarla aquí.",
  "images.hintPlain": "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. Se conserva el centro.",
  "images.lost": "La conexión se perdió durante la subida. Inténtalo de nuevo.",
  "images.nearlyDone": "Ya casi está…",
  "images.noImage": "Este tipo de imagen no se admite. Usa PNG, JPEG, WebP, AVIF o GIF.",
  "images.opening": "Abriendo la imagen…",
  "images.own": "Tu foto (opcional)",
  "images.quota":
    "Has usado todo tu espacio para imágenes. Quita una o inténtalo de nuevo en diez minutos.",
  "images.remove": "Quitar",
  "images.removeAvatar": "Quitar la foto",
  "images.removeBanner": "Quitar la portada",
  "images.saved": "Imágenes actualizadas.",
  "images.save": "Guardar",
  "images.signedOut": "Se ha cerrado tu sesión. Inicia sesión y elige la imagen otra vez.",
  "images.tooBusy":
    "Se están subiendo demasiadas imágenes ahora mismo. Inténtalo de nuevo en un momento.",
  "images.tooLarge": "La imagen puede tener 15 MB como máximo. Elige una más pequeña.",
  "images.tooManyPixels":
    "La imagen tiene más de 40 megapíxeles, o más de 18 en AVIF o PNG de 16 bits. Elige una más pequeña.",
  "images.tryAgain": "Intentar de nuevo",
  "images.unreadable": "No se puede leer la imagen. Quizá el archivo esté dañado.",
  "images.upload": "Subida",
  "images.uploaded": "Imagen subida.",
  "images.uploading": "Subiendo la imagen…",
  "images.use": "Aplicar",
  "images.zoom": "Ampliación",
};
