<?php
// Installs WordPress into its empty database and prints the accounts: one of each role, named like it.
define('WP_INSTALLING', true);
require getenv('WORDPRESS_FILES') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

$passwordOf = fn($name) => $name . '-on-this-machine-only';
wp_install('Real bakery', 'admin', 'admin@mail.test', true, '', $passwordOf('admin'));
update_option('permalink_structure', '/%postname%/');
// Not UTC, so that a local time that is read as UTC shows.
update_option('timezone_string', 'America/New_York');
foreach (['editor', 'author', 'contributor', 'subscriber'] as $name) {
    wp_insert_user([
        'user_login' => $name,
        'user_pass' => $passwordOf($name),
        'user_email' => $name . '@mail.test',
        'display_name' => ucfirst($name),
        'role' => $name,
    ]);
}

$accounts = [];
foreach (get_users(['orderby' => 'ID']) as $user) {
    [$password] = WP_Application_Passwords::create_new_application_password(
        $user->ID,
        ['name' => 'Tests'],
    );
    $accounts[$user->user_login] = [
        'id' => $user->ID,
        'login' => $user->user_login,
        'password' => $passwordOf($user->user_login),
        'applicationPassword' => $password,
    ];
}
echo json_encode($accounts);
