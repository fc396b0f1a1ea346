<?php
// What a web server's rules for WordPress do: uploads, files, and index.php for every other address.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$files = $_SERVER['DOCUMENT_ROOT'];

$uploads = getenv('WORDPRESS_CONTENT') . '/uploads/';
if (str_starts_with($path, '/wp-content/uploads/')) {
    $file = realpath($uploads . substr($path, strlen('/wp-content/uploads/')));
    if ($file !== false && str_starts_with($file, $uploads) && is_file($file)) {
        header('Content-Type: ' . mime_content_type($file));
        header('Content-Length: ' . filesize($file));
        readfile($file);
        return;
    }
}
$isFile = is_file($files . $path) || is_file($files . rtrim($path, '/') . '/index.php');
if ($path !== '/' && $isFile) {
    return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
require $files . '/index.php';
