import type { security as english } from "~/i18n/messages/en/security";
import type { Translation } from "~/i18n/message-types";

export const security: Translation<typeof english> = {
  "confirm.do": "Confirmar",
  "confirm.first": "Confirma que eres tú para hacer cambios aquí.",
  "confirm.heading": "Confirma que eres tú",
  "confirm.lead": "No volveremos a pedírtelo durante diez minutos.",
  "confirm.none":
    "Este sitio no tiene contraseñas, y tu cuenta no tiene otra cosa con la que confirmar. Cierra la sesión e iníciala con un proveedor que haya verificado tu correo electrónico.",
  "confirm.provider": "Vuelve a iniciar sesión con tu proveedor para continuar.",
  "confirm.useCode": "Usar un código",
  "confirm.usePassword": "Usar la contraseña",
  "mail.passkeyAdded.subject": "Se ha añadido una llave de acceso",
  "mail.passkeyAdded.text":
    "Se ha añadido una llave de acceso a tu cuenta en {site}. Con ella se inicia sesión sin contraseña.\n\nSi no has sido tú, quítala en Ajustes, cambia la contraseña con la que inicias sesión y cierra tus otras sesiones.",
  "mail.passkeyRemoved.subject": "Se ha quitado una llave de acceso",
  "mail.passkeyRemoved.text":
    "Se ha quitado una llave de acceso de tu cuenta en {site}.\n\nSi no has sido tú, cambia la contraseña con la que inicias sesión y avisa a quienes llevan el sitio.",
  "mail.providerConnected.subject": "Se ha vinculado un inicio de sesión",
  "mail.providerConnected.text":
    "Se ha vinculado el inicio de sesión de un proveedor a tu cuenta en {site}. Ahora permite entrar en la cuenta.\n\nSi no has sido tú, desconéctalo en Ajustes, cierra tus otras sesiones y cambia la contraseña con la que inicias sesión.",
  "mail.providerDisconnected.subject": "Se ha quitado un inicio de sesión vinculado",
  "mail.providerDisconnected.text":
    "Se ha quitado un inicio de sesión vinculado de tu cuenta en {site}.\n\nSi no has sido tú, cierra tus otras sesiones y cambia la contraseña con la que inicias sesión.",
  "mail.recoveryCodeUsed.subject": "Se ha usado un código de recuperación",
  "mail.recoveryCodeUsed.text":
    "Se ha usado un código de recuperación de tu cuenta en {site}.\n\nSi no has sido tú, cambia la contraseña con la que inicias sesión y crea códigos de recuperación nuevos.",
  "mail.secondFactorGuessed.subject": "Se han introducido códigos de verificación incorrectos",
  "mail.secondFactorGuessed.text":
    "Se han introducido varios códigos de verificación incorrectos para tu cuenta en {site}, desde un cliente que tenía tu contraseña o una sesión abierta.\n\nSi no has sido tú, cambia la contraseña con la que inicias sesión.",
  "mail.secondFactorOff.subject": "Se ha desactivado la verificación en dos pasos",
  "mail.secondFactorOff.text":
    "Se ha desactivado la verificación en dos pasos de tu cuenta en {site}.\n\nSi no has sido tú, cambia la contraseña con la que inicias sesión y avisa a quienes llevan el sitio.",
  "mail.secondFactorOn.subject": "Se ha activado la verificación en dos pasos",
  "mail.secondFactorOn.text":
    "Se ha activado la verificación en dos pasos de tu cuenta en {site}.\n\nSi no has sido tú, avisa a quienes llevan el sitio.",
  "passkeys.add": "Añadir una llave de acceso",
  "passkeys.added": "añadida el {day}",
  "passkeys.cancelled":
    "No se ha usado ninguna llave de acceso. Inténtalo de nuevo o elige otra forma.",
  "passkeys.confirm": "Confirmar con una llave de acceso",
  "passkeys.count":
    "{count, plural, one {Tienes una llave de acceso.} other {Tienes # llaves de acceso.}} Inicia sesión con tu huella, tu cara o el bloqueo de pantalla.",
  "passkeys.description":
    "Inicia sesión con tu huella, tu cara o el bloqueo de pantalla en vez de con una contraseña. La llave de acceso se queda en tu dispositivo o en tu gestor de contraseñas.",
  "passkeys.done.added": "La llave de acceso se ha añadido.",
  "passkeys.done.removed":
    "La llave de acceso se ha quitado. Bórrala también de tu dispositivo o gestor de contraseñas.",
  "passkeys.done.renamed": "El nombre se ha guardado.",
  "passkeys.exists":
    "Ya has añadido una llave de acceso de este dispositivo o gestor de contraseñas.",
  "passkeys.failed": "No ha funcionado. Inténtalo de nuevo dentro de un momento.",
  "passkeys.full":
    "Tienes {max} llaves de acceso y no puedes tener más. Quita una para añadir otra.",
  "passkeys.lastUsed": "usada por última vez el {day}",
  "passkeys.manage": "Gestionar las llaves de acceso",
  "passkeys.name": "Nombre",
  "passkeys.needsScripts": "Para añadir una llave de acceso hace falta JavaScript.",
  "passkeys.neverUsed": "sin usar",
  "passkeys.obstacle.ipAddress":
    "Este sitio no tiene llaves de acceso porque su dirección es una dirección IP. Necesitan https y un nombre de host como anime.example.org, que quienes llevan el sitio ponen en PUBLIC_URL.",
  "passkeys.obstacle.noPublicUrl":
    "Este sitio no tiene llaves de acceso porque todavía no tiene una dirección propia. Quienes lo llevan la ponen en PUBLIC_URL, con https y un nombre de host.",
  "passkeys.obstacle.plainHttp":
    "Este sitio no tiene llaves de acceso porque su dirección no tiene https. Quienes lo llevan pueden poner delante un proxy con certificado y definir PUBLIC_URL.",
  "passkeys.oneDevice": "en un solo dispositivo",
  "passkeys.otherAddress":
    "Las llaves de acceso solo funcionan en {origin}. Abre esa dirección para añadir una.",
  "passkeys.otherSite": "Se creó para otra dirección de este sitio. Aquí no funciona.",
  "passkeys.remove": "Quitar",
  "passkeys.removeOf": "Quitar {name}",
  "passkeys.rename": "Cambiar el nombre",
  "passkeys.rename.save": "Guardar",
  "passkeys.renameOf": "Cambiar el nombre de {name}",
  "passkeys.signIn": "Iniciar sesión con una llave de acceso",
  "passkeys.synced": "sincronizada",
  "passkeys.unsupported":
    "Este navegador no tiene llaves de acceso. Prueba con otro o con tu móvil.",
  "secondFactor.code": "Código de verificación",
  "secondFactor.heading": "Verificación en dos pasos",
  "secondFactor.leadCode": "Introduce el código de tu aplicación de autenticación.",
  "secondFactor.leadRecovery":
    "Introduce uno de tus códigos de recuperación. Cada uno sirve una vez.",
  "secondFactor.recoveryCode": "Código de recuperación",
  "secondFactor.startAgain": "Empezar de nuevo",
  "secondFactor.trust": "Confiar en este navegador durante 30 días",
  "secondFactor.useApp": "Usar la aplicación de autenticación",
  "secondFactor.useRecovery": "Usar un código de recuperación",
  "settings.passkeys": "Llaves de acceso",
  "settings.two-factor": "Verificación en dos pasos",
  "twoFactor.browsers": "Navegadores de confianza",
  "twoFactor.browserUsed": "último uso {moment}, de confianza hasta {until}",
  "twoFactor.cancel": "Cancelar",
  "twoFactor.codes": "Códigos de recuperación",
  "twoFactor.codesLeft":
    "{count, plural, =0 {No queda ninguno. Crea otros.} one {Queda # código.} other {Quedan # códigos.}} Los nuevos sustituyen a los anteriores.",
  "twoFactor.codesOnce":
    "Guárdalos en un lugar seguro: con cada uno puedes iniciar sesión una vez sin tu aplicación de autenticación. Solo se muestran una vez.",
  "twoFactor.copyCodes": "Copiar los códigos de recuperación",
  "twoFactor.copyKey": "Copiar la clave de configuración",
  "twoFactor.description":
    "Cuando está activada, al iniciar sesión se pide también un código de una aplicación de tu móvil, como Aegis, Google Authenticator o 1Password. Con una llave de acceso no hace falta código.",
  "twoFactor.distrust": "Quitar",
  "twoFactor.distrustOf": "Quitar {device}",
  "twoFactor.downloadCodes": "Descargar",
  "twoFactor.failures":
    "{count, plural, one {Se ha introducido un código incorrecto} other {Se han introducido # códigos incorrectos}}, el último el {moment}. Si no has sido tú, cambia la contraseña con la que inicias sesión.",
  "twoFactor.isOn":
    "Está activada. Al iniciar sesión se pide un código de tu aplicación de autenticación.",
  "twoFactor.manage": "Administrar",
  "twoFactor.noBrowsers": "A todos los navegadores se les pide un código al iniciar sesión.",
  "twoFactor.qrCode": "Código QR para tu aplicación de autenticación",
  "twoFactor.renewCodes": "Crear códigos de recuperación nuevos",
  "twoFactor.scan":
    "Escanea este código QR con tu aplicación de autenticación e introduce el código que muestra.",
  "twoFactor.setUp": "Configurar",
  "twoFactor.since": "Activada desde el {day}.",
  "twoFactor.turnOff": "Desactivar",
  "twoFactor.turnOff.description":
    "Al iniciar sesión no se pedirá ningún código. Se eliminan los códigos de recuperación y los navegadores de confianza.",
  "twoFactor.turnOn": "Activar",
  "twoFactor.typeInstead":
    "¿No puedes escanearlo? Introduce esta clave de configuración en la aplicación:",
};
