import type { settings as english } from "~/language/catalogs/en/settings";
import type { RoomLike } from "~/language/messages";

export const settings: RoomLike<typeof english> = {
  "settings.data": "Tus datos",
  "settings.data.export": "Exportar mis datos",
  "settings.data.words": "Todo lo que se guarda sobre ti, en un solo archivo JSON.",
  "settings.delete": "Eliminar la cuenta",
  "settings.delete.confirm": "Sí, elimina mi cuenta y todos sus datos",
  "settings.delete.do": "Eliminar para siempre",
  "settings.delete.open": "Eliminar la cuenta…",
  "settings.delete.password": "Tu contraseña",
  "settings.delete.withoutPassword":
    "Si tu cuenta no tiene contraseña (entras con un proveedor), déjala vacía, en los diez minutos siguientes a iniciar sesión.",
  "settings.delete.words":
    "Esto elimina la cuenta con su perfil, sus listas, su historial y sus imágenes, y cierra todas tus sesiones. Nada se puede recuperar; exporta tus datos antes.",
  "settings.done.disconnected": "El proveedor está desconectado. Ahora entras con tu contraseña.",
  "settings.done.ended": "Sesión cerrada allí.",
  "settings.done.saved": "Tus ajustes están guardados.",
  "settings.look": "Aspecto y contenido",
  "settings.parentalControl.words":
    "Oculta los títulos para adultos en todas las páginas, búsquedas y sugerencias.",
  "settings.player": "Reproductor",
  "settings.player.asStream": "Como proponga la emisión",
  "settings.player.autoplay": "Seguir con el próximo episodio",
  "settings.player.autoplay.words": "Tras una cuenta atrás que se puede cancelar.",
  "settings.player.save": "Guardar los valores del reproductor",
  "settings.player.speed": "Velocidad",
  "settings.player.subtitles": "Subtítulos",
  "settings.preferences": "Preferencias",
  "settings.provider": "Proveedor conectado",
  "settings.provider.disconnect": "Desconectar",
  "settings.provider.none":
    "{provider} no está conectado. Para conectarlo, cierra la sesión y continúa con {provider}, con la misma dirección verificada allí ({email}); desde entonces ocupa el lugar de tu contraseña.",
  "settings.provider.onlyWay": "Es la única forma de entrar en tu cuenta, así que sigue conectado.",
  "settings.provider.since": "{host}, desde el {day}",
  "settings.publicProfile": "Otras personas pueden ver mi perfil",
  "settings.publicProfile.at":
    "Está <link>abierto en su propia dirección</link>, que puedes compartir.",
  "settings.publicProfile.words":
    "Tu nombre, tus imágenes, tus gustos y los números y gráficos de tus listas. Nunca tu correo, apellido, cumpleaños, género, búsquedas ni lo que ves y cuándo.",
  "settings.save": "Guardar",
  "settings.session.device": "{browser} en {system}",
  "settings.session.end": "Cerrar",
  "settings.session.endOf": "Cerrar la sesión de {device}",
  "settings.session.endOthers": "Cerrar las demás sesiones",
  "settings.session.endThis": "Cerrar esta sesión",
  "settings.session.lastUsed": "último uso: {moment}",
  "settings.session.this": "esta",
  "settings.session.unnamed": "Un programa sin nombre",
  "settings.sessions": "Dónde tienes la sesión abierta",
  "settings.signOutHere": "Cerrar sesión aquí",
  "settings.signedInAs": "Sesión iniciada como {email}",
  "settings.suggestedColours": "Colores sugeridos",
  "settings.tracking": "Guardar mi historial de búsqueda",
  "settings.tracking.words":
    "Las búsquedas recientes ayudan a volver a encontrar cosas. Solo tú las ves.",
  "settings.visibility": "Perfil público",
  "settings.visibility.save": "Guardar quién puede verlo",
};
