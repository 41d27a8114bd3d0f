import type { notices as english } from "~/i18n/messages/en/notices";
import type { Translation } from "~/i18n/message-types";

export const notices: Translation<typeof english> = {
  "notice.episode.aired":
    "{count, plural, one {Se ha emitido el episodio {episodes} de {title}} other {Se han emitido los episodios {episodes} de {title}}}",
  "notice.episode.available":
    "{count, plural, one {Ya se puede ver aquí el episodio {episodes} de {title}} other {Ya se pueden ver aquí los episodios {episodes} de {title}}}",
  "notice.many.episode.aired":
    "{count, plural, one {Se ha emitido # episodio de {title}} other {Se han emitido # episodios de {title}}}",
  "notice.many.episode.available":
    "{count, plural, one {Ya se puede ver aquí # episodio de {title}} other {Ya se pueden ver aquí # episodios de {title}}}",
  "notice.whole.episode.aired": "Se ha emitido {title}",
  "notice.whole.episode.available": "Ya se puede ver aquí {title}",
  "notices.all": "Todas",
  "notices.bell": "Notificaciones, {unread} sin leer",
  "notices.done.kinds": "Guardado",
  "notices.done.muted": "Silenciado: {title}",
  "notices.done.read": "Marcada como leída",
  "notices.done.readAll": "Todas las notificaciones están marcadas como leídas",
  "notices.done.unmuted": "Ya no está silenciado",
  "notices.filter": "Mostrar notificaciones",
  "notices.heading": "Notificaciones",
  "notices.kind.episode.aired": "Se ha emitido un episodio",
  "notices.kind.episode.available": "Un episodio se puede ver aquí",
  "notices.kinds": "Qué se te notifica",
  "notices.mute": "Silenciar",
  "notices.muteOf": "Silenciar {title}",
  "notices.muted": "Títulos silenciados",
  "notices.mutedNone": "No recibes notificaciones de los títulos que silencias.",
  "notices.none": "Todavía no hay notificaciones",
  "notices.noneHint":
    "Cuando se emita o se pueda ver aquí un episodio de un título que estás viendo, lo sabrás en esta página.",
  "notices.noneUnread": "Lo has leído todo",
  "notices.read": "Marcar como leída",
  "notices.readAll": "Marcar todas como leídas",
  "notices.readOf": "Marcar como leída: {text}",
  "notices.saveKinds": "Guardar",
  "notices.unmute": "Dejar de silenciar",
  "notices.unmuteOf": "Dejar de silenciar {title}",
  "notices.unread": "Sin leer",
  "notices.watch": "Ver: {text}",
  "notices.watchButton": "Ver",
};
