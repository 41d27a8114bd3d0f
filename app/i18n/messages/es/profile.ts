import type { profile as english } from "~/i18n/messages/en/profile";
import type { Translation } from "~/i18n/message-types";

export const profile: Translation<typeof english> = {
  "profile.birthday": "Cumpleaños: {day}",
  "profile.chart.genres": "Géneros de las listas",
  "profile.chart.genres.caption": "Títulos de las listas por género, los diez más frecuentes",
  "profile.choose": "Elegir favoritos",
  "profile.editAbout": "Editar sobre ti",
  "profile.editTastes": "Editar preferencias",
  "profile.characters": "Personajes favoritos",
  "profile.people": "Personas favoritas",
  "profile.empty": "Aún no hay nada en tu lista",
  "profile.emptyHint": "Tu perfil se llena con lo que ves, lo que puntúas y tus favoritos.",
  "profile.favorites": "Títulos favoritos",
  "profile.genre": "Género",
  "profile.genres": "Géneros favoritos",
  "profile.isPrivate": "Solo tú puedes ver este perfil. <link>Ajustes</link>",
  "profile.isPublic": "<page>Parte de tu perfil</page> es pública. <link>Ajustes</link>",
  "profile.lists": "Listas",
  "profile.studios": "Estudios favoritos",
  "profile.titleCount": "{count, plural, one {# título} other {# títulos}}",
  "profile.titles": "Títulos",
  "profile.year": "Año",

  "habit.Daily": "ve anime a diario",
  "habit.Monthly": "ve anime cada mes",
  "habit.Occasionally": "ve anime de vez en cuando",
  "habit.Rarely": "ve anime rara vez",
  "habit.Weekly": "ve anime cada semana",

  "preferredFormat.Movie": "prefiere películas",
  "preferredFormat.No preference": "cualquier formato",
  "preferredFormat.ONA": "prefiere ONA",
  "preferredFormat.OVA": "prefiere OVA",
  "preferredFormat.Special": "prefiere especiales",
  "preferredFormat.TV": "prefiere TV",
};
