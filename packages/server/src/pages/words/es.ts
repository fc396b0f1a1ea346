import type { Words } from './en.ts'

export const es: Words = {
  open: {
    title: { named: 'Conecte su cuenta con {brand}', plain: 'Conecte su cuenta' },
    lead: 'Elija dónde quiere iniciar sesión.',
    platforms: 'Plataformas',
    button: 'Continuar con {platform}',
    noPlatforms: {
      named: 'En este momento no se puede conectar ninguna plataforma. Consulte a {brand}.',
      plain:
        'En este momento no se puede conectar ninguna plataforma. Consulte a quien le envió este enlace.',
    },
  },
  reconnect: {
    title: 'Renueve la conexión de {account}',
    lead: {
      named:
        'Vuelva a iniciar sesión en {platform} como {account} para que {brand} pueda seguir trabajando con ella.',
      plain:
        'Vuelva a iniciar sesión en {platform} como {account} para que la conexión siga funcionando.',
    },
  },
  next: {
    heading: 'Qué ocurre después',
    login: 'Inicia sesión en la página de la propia plataforma.',
    permissions: {
      named: 'La plataforma muestra los permisos que solicita {brand}. Déjelos todos activados.',
      plain: 'La plataforma muestra los permisos necesarios. Déjelos todos activados.',
    },
    back: {
      named: 'Listo: su cuenta queda conectada con {brand}.',
      plain: 'Listo: su cuenta queda conectada.',
    },
  },
  trust:
    'Nunca vemos su contraseña. Puede poner fin a la conexión en cualquier momento desde los ajustes de la plataforma.',
  expiry: 'Este enlace sirve una sola vez y durante {duration} más (hasta las {time} UTC).',
  links: { privacy: 'Política de privacidad', support: '¿Preguntas? {email}' },
  closed: {
    used: {
      title: 'Este enlace ya se ha utilizado',
      text: {
        named:
          'Con él se conectó una cuenta, y cada enlace sirve una sola vez. Para conectar otra cuenta, pida un enlace nuevo a {brand}.',
        plain:
          'Con él se conectó una cuenta, y cada enlace sirve una sola vez. Para conectar otra cuenta, pida un enlace nuevo.',
      },
    },
    revoked: {
      title: 'Este enlace ya no está activo',
      text: {
        named: '{brand} lo ha cancelado. Pídale uno nuevo.',
        plain: 'Se ha cancelado. Pida uno nuevo.',
      },
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: {
        named:
          'Por su seguridad, un enlace solo sirve durante 30 minutos. Pida uno nuevo a {brand}.',
        plain: 'Por su seguridad, un enlace solo sirve durante 30 minutos. Pida uno nuevo.',
      },
    },
    unknown: {
      title: 'Este enlace no es válido',
      text: 'Puede que falte una parte de la dirección. Abra de nuevo el enlace completo o pida uno nuevo a quien se lo envió.',
    },
    back: { named: 'Volver a {brand}', plain: 'Volver' },
  },
  ending: {
    connected: {
      title: { named: 'Ya está conectado con {brand}', plain: 'Su cuenta está conectada' },
      text: 'Puede cerrar esta página.',
    },
    access_denied: {
      title: 'No se ha conectado nada',
      text: {
        named:
          'Canceló en la página de la plataforma. Si aún quiere conectar su cuenta con {brand}, vuelva a intentarlo.',
        plain:
          'Canceló en la página de la plataforma. Si aún quiere conectar su cuenta, vuelva a intentarlo.',
      },
    },
    permission_missing: {
      title: 'Falta un permiso',
      text: {
        named:
          '{brand} necesita todos los permisos que muestra la plataforma. Vuelva a intentarlo y déjelos todos activados.',
        plain:
          'Se necesitan todos los permisos que muestra la plataforma. Vuelva a intentarlo y déjelos todos activados.',
      },
    },
    account_in_other_profile: {
      title: 'Esta cuenta ya está conectada en otro lugar',
      text: {
        named: 'Pida a {brand} que la libere primero allí o vuelva a intentarlo con otra cuenta.',
        plain:
          'Pida a quien le envió el enlace que la libere primero allí o vuelva a intentarlo con otra cuenta.',
      },
    },
    plan_account_limit: {
      title: 'Ahora no se pueden conectar más cuentas',
      text: {
        named:
          '{brand} ha alcanzado su límite de cuentas. Pídale que haga sitio y vuelva a intentarlo.',
        plain:
          'Se ha alcanzado el límite de cuentas. Pida a quien le envió el enlace que haga sitio y vuelva a intentarlo.',
      },
    },
    unknown: {
      title: 'Puede cerrar esta página',
      text: 'Si algo no ha funcionado, abra otra vez el enlace que recibió.',
    },
    again: 'Volver a intentarlo',
  },
  choice: {
    title: {
      pages: '¿Qué páginas quiere conectar?',
      accounts: '¿Qué cuentas quiere conectar?',
    },
    lead: {
      named: '{brand} tendrá acceso a las que marque y a ninguna otra.',
      plain: 'Se dará acceso a las que marque y a ninguna otra.',
    },
    connected: 'Ya está conectada. Se renovará el acceso.',
    inOtherProfile: 'Ya está conectada en otro lugar; aquí no se puede elegir.',
    permissionMissing: 'Sus permisos en {platform} no son suficientes para esta.',
    noneAvailable: {
      named: 'En este momento no se puede conectar ninguna. Consulte a {brand}.',
      plain: 'En este momento no se puede conectar ninguna.',
    },
    submit: 'Conectar',
    cancel: 'Cancelar',
    expiry: 'Tiene {duration} más para elegir (hasta las {time} UTC).',
  },
  notices: {
    platform_unavailable: {
      title: 'La plataforma no responde',
      text: 'No se ha cambiado nada. Espere unos minutos y vuelva a intentarlo.',
    },
    wrong_account: {
      title: 'Esa era otra cuenta',
      text: 'Este enlace renueva una cuenta concreta. Cierre primero la sesión en la plataforma y entre después con esa cuenta.',
    },
    no_accounts: {
      title: 'Con esa sesión no hay nada que conectar',
      text: 'La plataforma no ha indicado ninguna cuenta ni página que usted pueda conectar. Quizá necesite una cuenta profesional, una función en la página u otra sesión.',
    },
    login_invalid: {
      title: 'No se pudo completar el inicio de sesión',
      text: 'La respuesta de la plataforma no pertenecía a ningún inicio de sesión en curso.',
    },
    login_replayed: {
      title: 'Este inicio de sesión ya se procesó',
      text: 'Ocurre cuando una página se carga dos veces o al retroceder en el navegador.',
    },
    other_browser: {
      title: 'El inicio de sesión empezó en otro navegador',
      text: 'Por su seguridad debe terminar en el mismo navegador en que empezó, con las cookies permitidas.',
    },
    nothing_chosen: {
      title: 'Todavía no ha elegido nada',
      text: 'Marque al menos una opción o cancele.',
    },
  },
  again: {
    here: 'Puede empezar de nuevo más abajo.',
    withLink: 'Abra otra vez el enlace que ha recibido.',
  },
  problem: 'Problema: {title}',
  deletion: {
    title: 'Sus datos se han eliminado',
    text: 'El {day} se borraron aquí el acceso y todo lo que se guardaba sobre sus cuentas de esta plataforma.',
    code: 'Código de confirmación: {code}',
  },
  errors: {
    notFound: {
      title: 'Aquí no hay ninguna página',
      text: 'Puede que la dirección esté mal escrita o anticuada.',
    },
    failed: {
      title: 'Algo ha fallado por nuestra parte',
      text: 'No se ha perdido nada. Vuelva atrás e inténtelo de nuevo dentro de un momento.',
    },
    otherSite: {
      title: 'Esta petición vino de otro sitio web',
      text: 'Por su seguridad no se ha llevado a cabo. Abra otra vez el enlace que ha recibido.',
    },
    tooLarge: {
      title: 'Eso era demasiado de una vez',
      text: 'El formulario era mayor de lo que puede ser. Vuelva atrás e inténtelo de nuevo.',
    },
    tooMany: {
      title: 'Ha sido demasiado rápido',
      text: 'Espere un minuto e inténtelo de nuevo.',
    },
    reference: 'Referencia para consultas: {id}',
    home: 'Inicio',
  },
}
