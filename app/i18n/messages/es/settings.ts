import type { settings as english } from "~/i18n/messages/en/settings";
import type { Translation } from "~/i18n/message-types";

export const settings: Translation<typeof english> = {
  "settings.data": "Tus datos",
  "settings.data.export": "Exportar mis datos",
  "settings.data.words": "Todo lo que se guarda sobre ti, en un solo archivo JSON.",
  "settings.delete": "Eliminar la cuenta",
  "settings.delete.confirm": "Sí, elimina mi cuenta y todos sus datos",
  "settings.delete.do": "Eliminar definitivamente",
  "settings.delete.open": "Eliminar la cuenta…",
  "settings.delete.password": "Tu contraseña",
  "settings.delete.withoutPassword":
    "Si tu cuenta no tiene contraseña (entras con un proveedor), déjala vacía, en los diez minutos siguientes a iniciar sesión.",
  "settings.delete.words":
    "Esto elimina definitivamente tu cuenta, perfil, listas, historial e imágenes, y cierra todas tus sesiones. Exporta antes tus datos: no se pueden recuperar.",
  "settings.done.disconnected": "Proveedor desconectado. Ahora inicias sesión con tu contraseña.",
  "settings.done.ended": "Sesión cerrada.",
  "settings.done.saved": "Ajustes guardados.",
  "settings.look": "Apariencia y contenido",
  "settings.parentalControl.words":
    "Oculta los títulos para adultos en todas las páginas, búsquedas y sugerencias.",
  "settings.player": "Reproductor",
  "settings.player.asStream": "Según la transmisión",
  "settings.player.autoplay": "Reproducir automáticamente el siguiente episodio",
  "settings.player.autoplay.words": "Tras una cuenta atrás que se puede cancelar.",
  "settings.player.save": "Guardar ajustes del reproductor",
  "settings.player.speed": "Velocidad",
  "settings.player.subtitles": "Subtítulos",
  "settings.preferences": "Preferencias",
  "settings.provider": "Proveedor conectado",
  "settings.provider.disconnect": "Desconectar",
  "settings.provider.none":
    "{provider} no está conectado. Para conectarlo, cierra la sesión y continúa con {provider}, con la misma dirección verificada allí ({email}); desde entonces ocupa el lugar de tu contraseña.",
  "settings.provider.onlyWay":
    "Es la única forma de iniciar sesión en tu cuenta, así que no se puede desconectar.",
  "settings.provider.since": "{host}, desde el {day}",
  "settings.publicProfile": "Hacer público mi perfil",
  "settings.publicProfile.at": "Tu perfil es <link>público</link>. Puedes compartir su enlace.",
  "settings.publicProfile.words":
    "Tu nombre, tus imágenes, tus gustos y los números y gráficos de tus listas. Nunca tu correo, apellido, cumpleaños, género, búsquedas ni lo que ves y cuándo.",
  "settings.save": "Guardar",
  "settings.session.device": "{browser} en {system}",
  "settings.session.end": "Cerrar",
  "settings.session.endOf": "Cerrar la sesión de {device}",
  "settings.session.endOthers": "Cerrar las demás sesiones",
  "settings.session.endThis": "Cerrar esta sesión",
  "settings.session.lastUsed": "último uso: {moment}",
  "settings.session.this": "este dispositivo",
  "settings.session.unnamed": "Dispositivo desconocido",
  "settings.sessions": "Sesiones",
  "settings.signOutHere": "Cerrar sesión aquí",
  "settings.signedInAs": "Sesión iniciada como {email}",
  "settings.suggestedColours": "Colores sugeridos",
  "settings.tracking": "Guardar mi historial de búsqueda",
  "settings.tracking.words": "Vuelve a encontrar búsquedas recientes. Solo tú puedes verlas.",
  "settings.visibility": "Perfil público",
  "settings.visibility.save": "Guardar visibilidad del perfil",
};
