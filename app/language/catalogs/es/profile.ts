import type { profile as english } from "~/language/catalogs/en/profile";
import type { RoomLike } from "~/language/messages";

export const profile: RoomLike<typeof english> = {
  "profile.birthday": "Cumpleaños: {day}",
  "profile.chart.genres": "Géneros de las listas",
  "profile.chart.genres.caption": "Títulos de las listas por género, los diez más frecuentes",
  "profile.chart.scores": "Puntuaciones",
  "profile.chart.scores.caption":
    "Títulos de las listas por puntuación, la propia de la persona donde la dio",
  "profile.chart.years": "Años",
  "profile.chart.years.caption": "Títulos de las listas por año",
  "profile.editAbout": "Editar sobre ti",
  "profile.editTastes": "Editar gustos",
  "profile.favorites": "Títulos favoritos",
  "profile.genre": "Género",
  "profile.genres": "Géneros",
  "profile.isPrivate": "Tu perfil es solo tuyo: nadie más ve esta página. <link>Ajustes</link>",
  "profile.isPublic": "Otras personas pueden ver <page>una parte</page>. <link>Ajustes</link>",
  "profile.lists": "Listas",
  "profile.none": "Ninguno todavía.",
  "profile.score": "Puntuación",
  "profile.studios": "Estudios",
  "profile.titleCount": "{count, plural, one {# título} other {# títulos}}",
  "profile.titles": "Títulos",
  "profile.year": "Año",

  "habit.Daily": "mira cada día",
  "habit.Monthly": "mira cada mes",
  "habit.Occasionally": "mira de vez en cuando",
  "habit.Rarely": "mira rara vez",
  "habit.Weekly": "mira cada semana",

  "preferredFormat.Movie": "prefiere películas",
  "preferredFormat.No preference": "cualquier formato",
  "preferredFormat.ONA": "prefiere ONA",
  "preferredFormat.OVA": "prefiere OVA",
  "preferredFormat.Special": "prefiere especiales",
  "preferredFormat.TV": "prefiere TV",
};
