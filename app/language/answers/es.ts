/**
 * What the site answers to forms and addresses, by the English sentence that its errors carry: schemas and features speak English, as the JSON API
 * does. `{name}` stands for what a sentence tells of the case at hand. Known only to the server.
 */
export const spanishAnswers: Readonly<Record<string, string>> = {
  "A name cannot be empty.": "Un nombre no puede estar vacío.",
  "A search may have at most {count} characters.":
    "Una búsqueda puede tener como máximo {count} caracteres.",
  "A search is named by its id.": "Una búsqueda se nombra por su id.",
  "A session is named by its key.": "Una sesión se nombra por su clave.",
  "An anime is named by its number.": "Un anime se nombra por su número.",
  "Choose a file first.": "Elige primero un archivo.",
  "Choose a picture first.": "Elige primero una imagen.",
  "Choose one of {choices}.": "Elige una de las opciones.",
  "Choose the file of a list.": "Elige el archivo de una lista.",
  "Choose what happens to titles that are on both lists.":
    "Elige qué pasa con los títulos que están en ambas listas.",
  "E-mail address or password is wrong.": "El correo electrónico o la contraseña no son correctos.",
  "Enter a date as YYYY-MM-DD.": "Escribe una fecha como AAAA-MM-DD.",
  "Enter a password.": "Escribe una contraseña.",
  "Enter a real date as YYYY-MM-DD that is not in the future.":
    "Escribe una fecha real como AAAA-MM-DD que no esté en el futuro.",
  "Enter a user name.": "Escribe un nombre de usuario.",
  "Enter a valid e-mail address.": "Escribe un correo electrónico válido.",
  "Enter a name.": "Escribe un nombre.",
  "Enter what you searched for.": "Escribe lo que buscaste.",
  "Enter your e-mail address.": "Escribe tu correo electrónico.",
  "Enter your last name.": "Escribe tus apellidos.",
  "Enter your name.": "Escribe tu nombre.",
  "Enter your password, or sign in again, to delete your account.":
    "Escribe tu contraseña, o vuelve a iniciar sesión, para borrar tu cuenta.",
  "Enter your password.": "Escribe tu contraseña.",
  "Name the picture's address.": "Indica la dirección de la imagen.",
  "No anime in the catalog fits these filters.": "Ningún anime del catálogo cumple estos filtros.",
  "No sign-in provider is set up here.": "Aquí no hay ningún proveedor de inicio de sesión.",
  "No title of the catalog carries this name.": "Ningún título del catálogo lleva este nombre.",
  "Nothing to put back.": "No hay nada que recuperar.",
  "Parental control hides this anime.": "El control parental oculta este anime.",
  "The accent color is a text such as #0057E7.": "El color de acento es un texto como #0057E7.",
  "The accent color is written #rgb or #rrggbb.": "El color de acento se escribe #rgb o #rrggbb.",
  "The body may have at most {limit} bytes.":
    "El formulario puede tener como máximo {limit} bytes.",
  "The catalog does not have this title.": "El catálogo no tiene este título.",
  "The catalog does not know this name.": "El catálogo no conoce este nombre.",
  "The catalog has no anime with the id {id}.": "El catálogo no tiene ningún anime con el id {id}.",
  "The catalog has no anime with this id.": "El catálogo no tiene ningún anime con este id.",
  "The catalog has no title at this address.":
    "El catálogo no tiene ningún título en esta dirección.",
  "The e-mail address is too long.": "El correo electrónico es demasiado largo.",
  "The gzip file is damaged.": "El archivo gzip está dañado.",
  "The image may have at most 15 MB.": "La imagen puede ocupar como máximo 15 MB.",
  "The list does not say in which state this title is.":
    "La lista no dice en qué estado está este título.",
  "The list does not say which title of the catalog this is.":
    "La lista no dice qué título del catálogo es.",
  "The list ends before this page.": "La lista termina antes de esta página.",
  "The list may have at most {count} bytes, unpacked.":
    "La lista puede ocupar como máximo {count} bytes sin comprimir.",
  "The list may have at most {count} entries.":
    "La lista puede tener como máximo {count} entradas.",
  "The list may have at most {count} parts.": "La lista puede tener como máximo {count} partes.",
  "The name needs at least 3 characters.": "El nombre necesita al menos 3 caracteres.",
  "The password has characters that take too much room. Use fewer emoji.":
    "La contraseña tiene caracteres que ocupan demasiado. Usa menos emojis.",
  "The password is too long.": "La contraseña es demasiado larga.",
  "The password is wrong.": "La contraseña no es correcta.",
  "The password needs {rules}.": "La contraseña necesita {rules}.",
  "The picture may have at most 15 MB. Choose a smaller one.":
    "La imagen puede ocupar como máximo 15 MB. Elige una más pequeña.",
  "The picture's address may have at most {count} characters.":
    "La dirección de la imagen puede tener como máximo {count} caracteres.",
  "The picture's address must be an http or https URL, or the path that an upload answered.":
    "La dirección de la imagen debe ser una URL http o https, o la ruta que devolvió una subida.",
  "The provider did not confirm who you are. Try again.":
    "El proveedor no ha confirmado quién eres. Inténtalo de nuevo.",
  "Signing in with the provider works at this site's own address only. Go there and try again.":
    "El acceso con el proveedor solo funciona en la dirección propia de este sitio. Ve allí e inténtalo de nuevo.",
  "The provider does not answer at the moment. Try again in a few minutes.":
    "El proveedor no responde en este momento. Inténtalo de nuevo en unos minutos.",
  "The provider does not tell your e-mail address, which an account needs.":
    "El proveedor no comunica tu correo electrónico, que una cuenta necesita.",
  "The search has a character that cannot be stored.":
    "La búsqueda tiene un carácter que no se puede guardar.",
  "The sign-in was cancelled at the provider.": "El inicio de sesión se canceló en el proveedor.",
  "The type is one of {types}.": "El tipo no es uno de los cuatro de la lista.",
  "The user name has a character that cannot be stored.":
    "El nombre de usuario tiene un carácter que no se puede guardar.",
  "The user name may have at most 64 characters.":
    "El nombre de usuario puede tener como máximo 64 caracteres.",
  "The user name needs at least 3 characters.":
    "El nombre de usuario necesita al menos 3 caracteres.",
  "There is a character in {what} that cannot be stored.":
    "Hay un carácter en {what} que no se puede guardar.",
  "There is an account with this e-mail address already. Sign in instead.":
    "Ya hay una cuenta con este correo electrónico. Inicia sesión.",
  "There is an account with your e-mail address, and the provider has not confirmed that the address is yours. Sign in with your password.":
    "Hay una cuenta con tu correo electrónico y el proveedor no ha confirmado que la dirección sea tuya. Inicia sesión con tu contraseña.",
  "There is no episode at this address.": "No hay ningún episodio en esta dirección.",
  "There is no such anime.": "No existe ese anime.",
  "There is no such episode.": "No existe ese episodio.",
  "There is nothing to put back.": "No hay nada que recuperar.",
  "There may be at most {count} characters in {what}.":
    "Puede haber como máximo {count} caracteres en {what}.",
  "This account is gone.": "Esta cuenta ya no existe.",
  "This anime has no episode with this number.":
    "Este anime no tiene ningún episodio con ese número.",
  "This anime is not on your list.": "Este anime no está en tu lista.",
  "This form is not one of the settings.": "Este formulario no es uno de los ajustes.",
  "This is no list that can be read: MyAnimeList's XML, AniList's JSON, or our own JSON or CSV.":
    "No es una lista que se pueda leer: XML de MyAnimeList, JSON de AniList o nuestro propio JSON o CSV.",
  "This password is one of the first that others would try. Choose another.":
    "Esta contraseña es una de las primeras que otros probarían. Elige otra.",
  "This request came from another site and was refused.":
    "Esta petición vino de otro sitio y se ha rechazado.",
  "This sign-in is over, or was started in another browser. Try again.":
    "Este inicio de sesión ha terminado o se empezó en otro navegador. Inténtalo de nuevo.",
  "Tick this to say that you mean it.": "Marca esto para confirmar que lo dices en serio.",
  "Too many people are signing in at this moment. Try again in a few seconds.":
    "Demasiadas personas están iniciando sesión en este momento. Inténtalo de nuevo en unos segundos.",
  "Too many pictures are being uploaded right now. Try again in a moment.":
    "Se están subiendo demasiadas imágenes ahora mismo. Inténtalo de nuevo en un momento.",
  "Too many images are being converted right now.":
    "Se están convirtiendo demasiadas imágenes ahora mismo.",
  "Your pictures may take {count} MB together, and this one would take more.":
    "Tus imágenes pueden ocupar {count} MB en total, y con esta ocuparían más.",

  '{field} does not know "{value}". It takes {choices}.':
    "{field} no conoce «{value}». Admite {choices}.",
  "{field} has at most {count} characters.": "{field} tiene como máximo {count} caracteres.",
  "{field} is missing.": "Falta {field}.",
  "{field} is out of range.": "{field} está fuera de rango.",
  "{field} must be a number from {least} to {most}.":
    "{field} debe ser un número de {least} a {most}.",
  "{field} must be a whole number from {least} to {most}.":
    "{field} debe ser un número entero de {least} a {most}.",
  "{field} must be a whole number.": "{field} debe ser un número entero.",
  "{field} must be true or false.": "{field} debe ser true o false.",
  "{field} must not hold a NUL character.": "{field} no puede contener un carácter NUL.",
  "{field} is true or false.": "{field} es verdadero o falso.",
  "order_by takes {choices}.": "order_by admite {choices}.",

  "6 to 20 characters": "de 6 a 20 caracteres",
  "a digit": "una cifra",
  "a lowercase letter": "una letra minúscula",
  "an uppercase letter": "una letra mayúscula",
  "one of the symbols ! @ # $ % ^ & *": "uno de los símbolos ! @ # $ % ^ & *",
  "a name": "un nombre",
  "your last name": "tus apellidos",
  "your name": "tu nombre",
};
