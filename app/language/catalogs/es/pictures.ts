import type { pictures as english } from "~/language/catalogs/en/pictures";
import type { RoomLike } from "~/language/messages";

export const pictures: RoomLike<typeof english> = {
  "pictures.avatar": "Foto",
  "pictures.banner": "Portada",
  "pictures.cancel": "Cancelar",
  "pictures.change": "Cambiar la foto o la portada",
  "pictures.choose": "Elegir una imagen…",
  "pictures.chooseFirst": "Elige primero una imagen.",
  "pictures.chooseOf": "{label}: elegir una imagen",
  "pictures.cropAvatar": "Elige la parte de la foto",
  "pictures.cropBanner": "Elige la parte de la portada",
  "pictures.cropHow": "Arrastra la imagen para moverla, o usa las flechas del teclado.",
  "pictures.cropPart": "La parte que se conserva. Muévela con las flechas.",
  "pictures.failed": "No se pudo guardar la imagen. Inténtalo de nuevo dentro de un rato.",
  "pictures.hint":
    "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. También puedes soltarla aquí.",
  "pictures.hintPlain": "PNG, JPEG, WebP, AVIF o GIF, de 15 MB como máximo. Se conserva el centro.",
  "pictures.lost": "La conexión se perdió antes de que llegara la imagen. Inténtalo de nuevo.",
  "pictures.nearlyDone": "Ya casi está…",
  "pictures.noImage":
    "No es una imagen de un tipo que se acepte aquí: PNG, JPEG, WebP, AVIF o GIF.",
  "pictures.opening": "Abriendo la imagen…",
  "pictures.own": "Tu foto (opcional)",
  "pictures.quota":
    "Tus imágenes ocupan todo el espacio que hay para ellas. Quita una, o inténtalo de nuevo en diez minutos.",
  "pictures.remove": "Quitar",
  "pictures.removeAvatar": "Quitar la foto",
  "pictures.removeBanner": "Quitar la portada",
  "pictures.saved": "Tus imágenes están al día.",
  "pictures.save": "Guardar",
  "pictures.signedOut": "Tu sesión se cerró. Vuelve a entrar y elige la imagen otra vez.",
  "pictures.tooBusy":
    "En este momento se suben demasiadas imágenes. Inténtalo de nuevo en un momento.",
  "pictures.tooLarge": "La imagen puede tener 15 MB como máximo. Elige una más pequeña.",
  "pictures.tooManyPixels": "La imagen tiene más de 40 megapíxeles. Elige una más pequeña.",
  "pictures.tryAgain": "Intentar de nuevo",
  "pictures.unreadable": "No se puede leer la imagen. Quizá el archivo esté dañado.",
  "pictures.upload": "Subida",
  "pictures.uploaded": "La imagen está subida.",
  "pictures.uploading": "Subiendo la imagen…",
  "pictures.use": "Usar esta parte",
  "pictures.zoom": "Ampliación",
};
