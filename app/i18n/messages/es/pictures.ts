import type { pictures as english } from "~/i18n/messages/en/pictures";
import type { Translation } from "~/i18n/message-types";

export const pictures: Translation<typeof english> = {
  "pictures.avatar": "Foto",
  "pictures.banner": "Portada",
  "pictures.cancel": "Cancelar",
  "pictures.change": "Cambiar la foto o la portada",
  "pictures.choose": "Elegir una imagen…",
  "pictures.chooseOf": "{label}: elegir una imagen",
  "pictures.cropAvatar": "Recortar foto",
  "pictures.cropBanner": "Recortar portada",
  "pictures.cropHow": "Arrastra la imagen para moverla, o usa las flechas del teclado.",
  "pictures.cropPart": "Área de recorte. Muévela con las flechas.",
  "pictures.failed": "No se ha podido guardar la imagen. Inténtalo más tarde.",
  "pictures.hint":
    "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. También puedes soltarla aquí.",
  "pictures.hintPlain": "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. Se conserva el centro.",
  "pictures.lost": "La conexión se perdió durante la subida. Inténtalo de nuevo.",
  "pictures.nearlyDone": "Ya casi está…",
  "pictures.noImage": "Este tipo de imagen no se admite. Usa PNG, JPEG, WebP, AVIF o GIF.",
  "pictures.opening": "Abriendo la imagen…",
  "pictures.own": "Tu foto (opcional)",
  "pictures.quota":
    "Has usado todo tu espacio para imágenes. Quita una o inténtalo de nuevo en diez minutos.",
  "pictures.remove": "Quitar",
  "pictures.removeAvatar": "Quitar la foto",
  "pictures.removeBanner": "Quitar la portada",
  "pictures.saved": "Imágenes actualizadas.",
  "pictures.save": "Guardar",
  "pictures.signedOut": "Se ha cerrado tu sesión. Inicia sesión y elige la imagen otra vez.",
  "pictures.tooBusy":
    "En este momento se suben demasiadas imágenes. Inténtalo de nuevo en un momento.",
  "pictures.tooLarge": "La imagen puede tener 15 MB como máximo. Elige una más pequeña.",
  "pictures.tooManyPixels": "La imagen tiene más de 40 megapíxeles. Elige una más pequeña.",
  "pictures.tryAgain": "Intentar de nuevo",
  "pictures.unreadable": "No se puede leer la imagen. Quizá el archivo esté dañado.",
  "pictures.upload": "Subida",
  "pictures.uploaded": "Imagen subida.",
  "pictures.uploading": "Subiendo la imagen…",
  "pictures.use": "Aplicar",
  "pictures.zoom": "Ampliación",
};
