/** A person's page, their own and as others see it. */
export const profile = {
  "profile.birthday": "Birthday: {day}",
  "profile.chart.genres": "Genres of the lists",
  "profile.chart.genres.caption": "Titles on the lists by genre, the most frequent ten",
  "profile.chart.scores": "Scores",
  "profile.chart.scores.caption":
    "Titles on the lists by score, the person’s own where they gave one",
  "profile.chart.years": "Years",
  "profile.chart.years.caption": "Titles on the lists by year",
  "profile.editAbout": "Edit about you",
  "profile.editTastes": "Edit tastes",
  "profile.favorites": "Favourite titles",
  "profile.genre": "Genre",
  "profile.genres": "Genres",
  "profile.isPrivate":
    "Your profile is yours alone: nobody else sees this page. <link>Settings</link>",
  "profile.isPublic": "Others may see <page>a part of it</page>. <link>Settings</link>",
  "profile.lists": "Lists",
  "profile.none": "None yet.",
  "profile.score": "Score",
  "profile.studios": "Studios",
  "profile.titleCount": "{count, plural, one {# title} other {# titles}}",
  "profile.titles": "Titles",
  "profile.year": "Year",

  "habit.Daily": "watches daily",
  "habit.Monthly": "watches monthly",
  "habit.Occasionally": "watches occasionally",
  "habit.Rarely": "watches rarely",
  "habit.Weekly": "watches weekly",

  "preferredFormat.Movie": "prefers films",
  "preferredFormat.No preference": "any format",
  "preferredFormat.ONA": "prefers ONA",
  "preferredFormat.OVA": "prefers OVA",
  "preferredFormat.Special": "prefers specials",
  "preferredFormat.TV": "prefers TV",
} as const;
