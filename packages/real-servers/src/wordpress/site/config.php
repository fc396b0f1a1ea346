<?php
// The settings of a WordPress whose files are shared and whose database, uploads and address are in the environment.
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
$table_prefix = 'wp_';

// Each address that leads here is the site's own, so that a test can put a server in front.
$address = 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost');
define('WP_HOME', $address);
define('WP_SITEURL', $address);
define('WP_CONTENT_DIR', getenv('WORDPRESS_CONTENT'));

// Application passwords and redirects without TLS.
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);

foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', 'on this machine only');
    define($name . '_SALT', 'on this machine only');
}

// WordPress takes this function instead of its own, which would need a mail server.
function wp_mail()
{
    return true;
}

// A server in front can ask for a site that is set up in another way.
$variant = $_SERVER['HTTP_X_SITE'] ?? '';
if ($variant === 'plain') {
    $wp_filter['pre_option_permalink_structure'][10][] = ['function' => '__return_empty_string', 'accepted_args' => 0];
}
if ($variant === 'without-passwords') {
    $wp_filter['wp_is_application_passwords_available'][10][] = ['function' => '__return_false', 'accepted_args' => 0];
}

if (!defined('ABSPATH')) {
    define('ABSPATH', getenv('WORDPRESS_FILES') . '/');
}
require ABSPATH . 'wp-settings.php';
