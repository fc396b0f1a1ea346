import type { PageMessages } from './page-messages.ts'

export const es: PageMessages = {
  open: {
    title: { named: 'Conecte su cuenta con {brand}', plain: 'Conecte su cuenta' },
    lead: { one: 'Inicie sesión con {platform}.', several: 'Elija dónde quiere iniciar sesión.' },
    platforms: 'Plataformas',
    button: 'Continuar con {platform}',
    noPlatforms: {
      named: 'En este momento no hay plataformas disponibles. Póngase en contacto con {brand}.',
      plain:
        'En este momento no hay plataformas disponibles. Póngase en contacto con la persona que le envió este enlace.',
    },
  },
  reconnect: {
    title: 'Vuelva a conectar {account}',
    lead: {
      named:
        'Vuelva a iniciar sesión en {platform} como {account} para que {brand} pueda seguir trabajando con ella.',
      plain:
        'Vuelva a iniciar sesión en {platform} como {account} para mantener la cuenta conectada.',
    },
  },
  invitation: {
    title: { named: 'Conecte sus cuentas con {brand}', plain: 'Conecte sus cuentas' },
    lead: {
      named:
        '{brand} quiere trabajar con sus cuentas de redes sociales. Conectar cada cuenta lleva alrededor de un minuto.',
      plain:
        'La persona que le envió esta invitación quiere trabajar con sus cuentas de redes sociales. Conectar cada cuenta lleva alrededor de un minuto. Continúe solo si conoce a esa persona.',
    },
    connected: 'Cuentas conectadas con esta invitación',
    expired: {
      title: { named: 'Vuelva a conectar con {brand}', plain: 'Vuelva a conectar sus cuentas' },
      lead: 'El acceso ha caducado. Inicie sesión de nuevo para volver a conectar:',
    },
    another: 'Conectar otra cuenta',
    expiry: 'Puede abrir esta invitación durante {duration} más.',
  },
  next: {
    heading: 'Próximos pasos',
    login: {
      one: 'Inicie sesión en la página de {platform}.',
      several: 'Inicie sesión en la página de la propia plataforma.',
    },
    permissions: {
      named:
        'Revise los permisos y déjelos todos activados. {brand} los necesita para {abilities}.',
      plain: 'Revise los permisos y déjelos todos activados. Son necesarios para {abilities}.',
    },
    pages: 'Elija las páginas que quiere conectar.',
    back: {
      named: 'Listo: su cuenta está conectada con {brand}.',
      plain: 'Listo: su cuenta está conectada.',
    },
    backAgain: {
      named: 'Listo: su cuenta vuelve a estar conectada con {brand}.',
      plain: 'Listo: su cuenta vuelve a estar conectada.',
    },
  },
  trust: {
    one: 'Nunca vemos su contraseña. Puede desconectar la cuenta en cualquier momento en los ajustes de {platform}.',
    several:
      'Nunca vemos su contraseña. Puede desconectar la cuenta en cualquier momento en los ajustes de la plataforma.',
  },
  expiry: 'Este enlace solo se puede usar una vez y caduca en {duration}.',
  links: { privacy: 'Política de privacidad', support: '¿Preguntas? {email}' },
  closed: {
    used: {
      title: 'Este enlace ya se ha usado',
      text: {
        named: 'Cada enlace solo se puede usar una vez. Si necesita otro, pídaselo a {brand}.',
        plain: 'Cada enlace solo se puede usar una vez. Si necesita otro, pídalo.',
      },
    },
    revoked: {
      title: 'Este enlace ya no está activo',
      text: {
        named: '{brand} lo ha cancelado. Pida un enlace nuevo.',
        plain: 'Se ha cancelado. Pida un enlace nuevo.',
      },
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: {
        named: 'Por su seguridad, los enlaces caducan a los 30 minutos. Pida uno nuevo a {brand}.',
        plain: 'Por su seguridad, los enlaces caducan a los 30 minutos. Pida uno nuevo.',
      },
    },
    unknown: {
      title: 'Este enlace no es válido',
      text: 'Puede que falte una parte del enlace. Abra de nuevo el enlace completo o pida uno nuevo a quien se lo envió.',
    },
    invitation_revoked: {
      title: 'Esta invitación ya no está activa',
      text: {
        named: '{brand} la ha cancelado. Pida una invitación nueva.',
        plain: 'Se ha cancelado. Pida una invitación nueva.',
      },
    },
    invitation_expired: {
      title: 'Esta invitación ha caducado',
      text: {
        named: 'Pida una invitación nueva a {brand}.',
        plain: 'Pida una invitación nueva.',
      },
    },
    invited: {
      named: 'Para continuar, abra de nuevo la invitación de {brand}.',
      plain: 'Para continuar, abra de nuevo su invitación.',
    },
    contact: { named: 'Escribir a {brand}', plain: 'Enviar un correo' },
    back: { named: 'Volver a {brand}', plain: 'Volver' },
  },
  ending: {
    connected: {
      title: { named: 'Ya está conectado con {brand}', plain: 'Su cuenta está conectada' },
      text: 'Puede cerrar esta página.',
    },
    connectedAgain: {
      named: 'Vuelve a estar conectado con {brand}',
      plain: 'Su cuenta vuelve a estar conectada',
    },
    access_denied: {
      title: 'Ha cancelado la conexión',
      text: {
        named:
          'No se ha conectado ninguna cuenta con {brand}. Vuelva a intentarlo o cierre esta página.',
        plain: 'No se ha conectado ninguna cuenta. Vuelva a intentarlo o cierre esta página.',
      },
    },
    permission_missing: {
      title: 'Falta un permiso',
      text: {
        named:
          'Así {brand} no puede conectar su cuenta. Vuelva a intentarlo y deje activados todos los permisos.',
        plain:
          'Así no se puede conectar su cuenta. Vuelva a intentarlo y deje activados todos los permisos.',
      },
      pages: {
        named:
          'Así {brand} no puede conectar su cuenta. Vuelva a intentarlo, deje activados todos los permisos y seleccione al menos una página.',
        plain:
          'Así no se puede conectar su cuenta. Vuelva a intentarlo, deje activados todos los permisos y seleccione al menos una página.',
      },
    },
    account_in_other_profile: {
      title: 'Esta cuenta ya está conectada en otro sitio',
      text: {
        named:
          'Pida a {brand} que la desconecte allí primero o vuelva a intentarlo con otra cuenta.',
        plain:
          'Pida a quien le envió el enlace que la desconecte allí primero o vuelva a intentarlo con otra cuenta.',
      },
    },
    plan_account_limit: {
      title: 'Límite de cuentas alcanzado',
      text: {
        named:
          '{brand} no puede conectar más cuentas en este momento. Consúltelo con ellos y vuelva a intentarlo.',
        plain:
          'No se pueden conectar más cuentas en este momento. Póngase en contacto con quien le envió el enlace y vuelva a intentarlo.',
      },
    },
    unknown: {
      title: 'Puede cerrar esta página',
      text: 'Si algo no ha funcionado, abra de nuevo el enlace que recibió.',
    },
    again: 'Volver a intentarlo',
  },
  abilities: {
    publish: 'publicar contenido',
    comments: 'leer comentarios',
    reply: 'responder a comentarios',
    hide: 'ocultar comentarios',
    insights: 'ver estadísticas',
    delete: 'eliminar publicaciones',
  },
  missing: {
    list: 'Aún no permitido: {abilities}.',
    rest: 'Todo lo demás funciona.',
    again: 'Para permitirlo también, inicie sesión de nuevo y deje activados todos los permisos.',
    link: {
      named: 'Para permitirlo también, pida un enlace nuevo a {brand}.',
      plain: 'Para permitirlo también, pida un enlace nuevo.',
    },
    login: 'Iniciar sesión de nuevo',
  },
  server: {
    handle: {
      title: '¿Cuál es su nombre de usuario en {platform}?',
      label: 'Su nombre de usuario',
      help: 'El nombre que ven los demás, por ejemplo {example}. Le enviaremos al servidor de su cuenta para iniciar sesión.',
    },
    host: {
      title: '¿En qué servidor de {platform} está su cuenta?',
      label: 'Su servidor',
      help: 'La última parte de su dirección, por ejemplo {example}. Le enviaremos allí para iniciar sesión.',
    },
    submit: 'Continuar',
    back: 'Volver',
  },
  choice: {
    title: {
      pages: '¿Qué páginas quiere conectar?',
      accounts: '¿Qué cuentas quiere conectar?',
    },
    lead: {
      named: '{brand} solo tendrá acceso a las que seleccione.',
      plain: 'Solo se dará acceso a las que seleccione.',
    },
    connected: 'Ya está conectada. Se renovará el acceso.',
    inOtherProfile: 'Ya está conectada en otro sitio.',
    permissionMissing: 'Necesita un rol superior en {platform} para conectarla.',
    noneAvailable: {
      named: 'En este momento no se puede conectar ninguna. Póngase en contacto con {brand}.',
      plain: 'En este momento no se puede conectar ninguna.',
    },
    submit: 'Conectar',
    cancel: 'Cancelar',
    truncated:
      'Solo se muestran las primeras {count}. Para conectar otra, inicie sesión de nuevo y seleccione menos.',
    expiry: 'Tiempo restante para elegir: {duration}.',
  },
  notices: {
    platform_unavailable: {
      title: 'La plataforma no responde',
      text: 'No se ha cambiado nada. Espere unos minutos y vuelva a intentarlo.',
    },
    wrong_account: {
      title: 'Esa era otra cuenta',
      text: 'Ha iniciado sesión como {accounts}. Este enlace es para volver a conectar una cuenta concreta. Cierre primero la sesión en la plataforma e inicie sesión con esa cuenta.',
    },
    no_accounts: {
      title: 'No se han encontrado cuentas',
      text: 'Con este inicio de sesión no puede conectar ninguna cuenta ni página, o no ha seleccionado ninguna. Quizá necesite una cuenta profesional, un rol en la página o iniciar sesión con otra cuenta.',
    },
    no_pages: {
      title: 'No se han encontrado páginas',
      text: 'Con este inicio de sesión no administra ninguna página, o no ha seleccionado ninguna. Pida un rol en la página o inicie sesión con otra cuenta.',
    },
    login_invalid: {
      title: 'No se pudo completar el inicio de sesión',
      text: 'No corresponde a ningún inicio de sesión que haya empezado aquí.',
    },
    login_replayed: {
      title: 'Este inicio de sesión ya se ha usado',
      text: 'Puede ocurrir cuando una página se carga dos veces o al volver atrás en el navegador.',
    },
    other_browser: {
      title: 'Empezó en otro navegador',
      text: 'Por su seguridad, termine el inicio de sesión en el mismo navegador en el que empezó, con las cookies permitidas.',
    },
    nothing_chosen: {
      title: 'No ha seleccionado nada',
      text: 'Seleccione al menos una opción o cancele.',
    },
    server_unknown: {
      title: 'No encontramos este servidor',
      text: 'En esta dirección no responde ningún servidor de esta plataforma. Revise la ortografía o inténtelo más tarde.',
    },
    account_unknown: {
      title: 'No encontramos esta cuenta',
      text: 'Revise la ortografía y escriba el nombre de usuario completo.',
    },
    server_refused: {
      title: 'El servidor rechazó la conexión',
      text: 'No acepta nuestra aplicación. No se ha cambiado nada. Avise a la persona que le envió el enlace.',
    },
  },
  again: {
    here: 'Puede empezar de nuevo más abajo.',
    withLink: 'Abra de nuevo el enlace que recibió.',
  },
  problem: 'Problema: {title}',
  deletion: {
    title: 'Sus datos se han eliminado',
    text: 'El {day} eliminamos nuestro acceso y todos los datos guardados sobre sus cuentas de esta plataforma.',
    code: 'Código de confirmación: {code}',
  },
  errors: {
    notFound: {
      title: 'Página no encontrada',
      text: 'Puede que la dirección esté mal escrita o ya no exista.',
    },
    failed: {
      title: 'Se ha producido un error por nuestra parte',
      text: 'No se ha perdido nada. Vuelva atrás e inténtelo de nuevo dentro de un momento.',
    },
    otherSite: {
      title: 'Esta solicitud procede de otro sitio web',
      text: 'Por su seguridad se ha bloqueado. Abra de nuevo el enlace que recibió.',
    },
    tooLarge: {
      title: 'Solicitud demasiado grande',
      text: 'El formulario contiene demasiados datos. Vuelva atrás e inténtelo de nuevo.',
    },
    tooMany: {
      title: 'Demasiados intentos',
      text: 'Espere un rato e inténtelo de nuevo.',
    },
    reference: 'Referencia para soporte: {id}',
    home: 'Inicio',
  },
}
